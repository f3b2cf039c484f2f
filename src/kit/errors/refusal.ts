/** Kinds of refusals of a command or route; their HTTP statuses are in src/kit/http/error-table.server.ts. */
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

/** An error of one field: `path` names it ("applicant.email"), `message` is Japanese. */
export type FieldError = { path: string; message: string };

/**
 * Client behaviour besides showing `message`: a fixed text with links instead (data never contains
 * markup), a prompt for the second factor, or a link to its setup.
 */
export const refusalTemplates = [
  'user-not-found',
  'show-second-factor',
  'second-factor-needed',
] as const;
export type RefusalTemplate = (typeof refusalTemplates)[number];

/** Why a command is refused; serialised as the API's error body. `message` is Japanese. */
export type Refusal = {
  type: RefusalType;
  title?: string;
  message: string;
  template?: RefusalTemplate;
  errors?: FieldError[];
  retryAfterSeconds?: number;
  /** For the log: why the service is unavailable. */
  because?: string;
};

/** Creates an error to throw: `throw refuse('Conflict', message)`. Recognised by its field `refusal`. */
export function refuse(
  type: RefusalType,
  message: string,
  more: Omit<Refusal, 'type' | 'message'> = {},
): Error & { refusal: Refusal } {
  return Object.assign(new Error(`${type}: ${message}`), { refusal: { type, message, ...more } });
}

/** The refusal of a caught error; undefined if it is a defect. */
export function refusalOf(error: unknown): Refusal | undefined {
  return typeof error === 'object' && error !== null && 'refusal' in error
    ? (error as { refusal: Refusal }).refusal
    : undefined;
}

/** Refuses what is not there, or may not be known: `throw notFound('送金')`. */
export const notFound = (noun: string) =>
  refuse('NotFound', `お探しの${noun}が見つかりませんでした。`);
