/**
 * For how many days the product keeps temporary data; the privacy policy lists them,
 * the hourly sweep (server/retention) applies them.
 */
export const retentionDays = {
  /** A sign-up whose registration was never completed. */
  unfinishedSignUp: 1,
  /** The stored response of a submission, for its retries. */
  submittedKey: 7,
  /** Hashed counts of attempts, against guessing and flooding. */
  countedTry: 2,
  /** A mail that was sent or failed for good, with its text. */
  mail: 180,
  /** An invitation that was accepted, withdrawn or has expired. */
  invitation: 90,
  /** A paper of an identity check that nobody has approved or rejected. */
  waitingPaper: 180,
  /** A security event of the audit log; its trigger lets no younger one go. */
  securityEvent: 365,
} as const;
