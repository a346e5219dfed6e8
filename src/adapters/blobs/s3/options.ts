/** A bucket of any S3 API, and how it is reached. */
export interface S3Options {
  /** Absent: that of AWS in the region. */
  readonly url?: string;
  readonly region: string;
  readonly bucket: string;
  /** Stands before every key, so that installations can share a bucket. */
  readonly prefix: string;
  /** Absent: found where the official client looks (environment, profile, role of the machine). */
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  /** The bucket stands in the path, not in the name of the host. */
  readonly pathStyle: boolean;
  /** Absent: what the bucket does by itself. */
  readonly encryption?: "AES256" | "aws:kms";
  /** Of `aws:kms`; absent: the account's own key for S3. */
  readonly kmsKeyId?: string;
  /** Of one call, retries included. */
  readonly timeoutMs: number;
}
