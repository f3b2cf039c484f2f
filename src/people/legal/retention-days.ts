/**
 * Retention of temporary data in days: listed in the privacy policy, applied by the hourly sweep
 * (src/people/retention).
 */
export const retentionDays = {
  /** A sign-up without a completed registration. */
  unfinishedSignUp: 1,
  /** The stored response of a request, for retries. */
  submittedKey: 7,
  /** Hashed counts of attempts, for rate limits. */
  countedTry: 2,
  /** A mail with its text, after it was sent or given up. */
  mail: 180,
  /** An invitation that was accepted, withdrawn or expired. */
  invitation: 90,
  /** An identity paper that was neither approved nor rejected. */
  waitingPaper: 180,
  /** A security event of the audit log; a trigger prevents earlier deletion. */
  securityEvent: 365,
  /** A keyed hash of an erasure or a withdrawn consent: longer than any backup is kept. */
  retraction: 400,
} as const;
