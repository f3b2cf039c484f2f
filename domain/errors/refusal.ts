/** The kinds of "no" that a command or a route may answer; the HTTP status of each stands in server/http/error-table.ts. */
export const refusalTypes = [
  'ValidationError',
  'Unauthorized',
  'Forbidden',
  'NotFound',
  'Conflict',
  'Gone',
  'PayloadTooLarge',
  'TooManyRequests',
  'ServiceUnavailable',
  'InternalError',
] as const;
export type RefusalType = (typeof refusalTypes)[number];

/** One error in a body: `path` is the field ("applicant.email"), `message` is Japanese. */
export type FieldError = { path: string; message: string };

/**
 * What the browser does besides showing `message`: a fixed text with links in its place (no markup ever
 * comes from data), asking for the second factor, leading to its setup.
 */
export const refusalTemplates = [
  'user-not-found',
  'show-second-factor',
  'second-factor-needed',
] as const;
export type RefusalTemplate = (typeof refusalTemplates)[number];

/** Why something may not be done; travels as the error body of the API. `message` is Japanese. */
export type Refusal = {
  type: RefusalType;
  title?: string;
  message: string;
  template?: RefusalTemplate;
  errors?: FieldError[];
  retryAfterSeconds?: number;
  /** For the log: why the service says that it is not available. */
  because?: string;
};

/** An error to throw: `throw notFound('団体')`. Known by its field `refusal`. */
export function refuse(
  type: RefusalType,
  message: string,
  more: Omit<Refusal, 'type' | 'message'> = {},
): Error & { refusal: Refusal } {
  return Object.assign(new Error(`${type}: ${message}`), { refusal: { type, message, ...more } });
}

/** The refusal carried by an unknown error, or undefined when it is a defect. */
export function refusalOf(error: unknown): Refusal | undefined {
  return typeof error === 'object' && error !== null && 'refusal' in error
    ? (error as { refusal: Refusal }).refusal
    : undefined;
}

/** Refuses what is not there, or may not be known: `throw notFound('送金')`. */
export const notFound = (noun: string) =>
  refuse('NotFound', `お探しの${noun}が見つかりませんでした。`);
