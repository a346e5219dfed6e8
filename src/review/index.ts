export { acceptReview, rejectReview } from "./decide-review.js";
export { listReview } from "./list-review.js";
