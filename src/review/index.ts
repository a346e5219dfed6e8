export { acceptReview, rejectReview } from "./decide-review.js";
export { giveFeedback, listFeedback } from "./feedback.js";
export { listReview } from "./list-review.js";
