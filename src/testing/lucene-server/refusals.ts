/** An answer that is an error, in the form that both vendors give it. */
export class Refused extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, reason: string) {
    super(reason);
    this.status = status;
    this.type = type;
  }

  get body(): object {
    const cause = { type: this.type, reason: this.message };
    return { error: { root_cause: [cause], ...cause }, status: this.status };
  }
}

export const noSuchIndex = (name: string): Refused =>
  new Refused(404, "index_not_found_exception", `no such index [${name}]`);

export const badArgument = (reason: string): Refused => new Refused(400, "illegal_argument_exception", reason);
