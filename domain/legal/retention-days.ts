/**
 * For how many days the product keeps what it needs for a time only; the privacy policy tells them,
 * the hourly sweep (server/retention) keeps to them.
 */
export const retentionDays = {
  /** A sign-up whose registration never came to its end. */
  unfinishedSignUp: 1,
  /** What a submit was answered, to answer it again. */
  submittedKey: 7,
  /** Hashed counts of tries, against guessing and flooding. */
  countedTry: 2,
  /** A mail that was sent, or given up, with its text. */
  mail: 180,
  /** A paper of an identity check that nobody has approved or sent back. */
  waitingPaper: 180,
} as const;
