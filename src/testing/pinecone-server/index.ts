export { openPineconeServer, type PineconeServer } from "./pinecone-server.js";
