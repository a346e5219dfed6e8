/** Whether the database itself keeps users apart, beneath what the adapter asks of it. Absent where an engine has no such wall. */
export interface StoreWall {
  /** False where the role that is connected passes it by. */
  holds(): Promise<boolean>;
}
