import type { ErrorBody } from '#kit/errors/error-body.ts';
import { type Refusal, type RefusalType, refusalOf, refuse } from '#kit/errors/refusal.ts';

/** The one table of statuses (docs/architecture.md). */
export const statusOf: Record<RefusalType, number> = {
  ValidationError: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  Conflict: 409,
  Gone: 410,
  PayloadTooLarge: 413,
  TooManyRequests: 429,
  ServiceUnavailable: 503,
  InternalError: 500,
};

export const formErrorTitle = '入力エラー';
export const serviceUnavailableMessage = 'Service Unavailable';

/** Most field errors in a response: each entry of a long list may be invalid. */
const maxFieldErrors = 500;

type Issue = { instancePath?: string; message?: string; params?: { issue?: unknown } };

const dotted = (instancePath: string | undefined) =>
  (instancePath ?? '').split('/').filter(Boolean).join('.');

/** Kinds of outages, as named in the log. */
export type Outage = 'the database is not available' | 'the disk is full' | 'foreign schema';

const fullCodes = new Set<unknown>(['ENOSPC', 'EDQUOT', '53100']);
const unavailableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ETIMEDOUT',
  'ENOSPC',
  'EDQUOT',
  'FOREIGN_SCHEMA', // our own (src/kit/db/schema-watch.server.ts)
  '08000', // the connection is lost …
  '08001',
  '08003',
  '08006',
  '25006', // read-only: another server took over
  '25P03', // idle transaction timeout
  '40001', // repeated conflicts on the same rows
  '40P01',
  '53100', // no space, no memory, no connection left
  '53200',
  '53300',
  '57014', // statement timeout
  '57P01', // shutting down, crashed, or starting up
  '57P02',
  '57P03',
  '58030', // disk failure
]);
/** Messages of driver errors without a code. */
const unavailableMessage =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client (has encountered a connection error|was closed)|Cannot use a pool after calling end/;

type Candidate = { code?: unknown; message?: unknown; syscall?: unknown; constraint?: unknown };

function causeWith(error: unknown, test: (candidate: Candidate) => boolean) {
  for (let depth = 0, at = error; depth < 5 && typeof at === 'object' && at !== null; depth++) {
    if (test(at as Candidate)) return true;
    at = (at as { cause?: unknown }).cause;
  }
  return false;
}

/** Whether the error means that the database is unavailable, rather than a defect of ours. */
export const isUnavailable = (error: unknown) =>
  causeWith(
    error,
    ({ code, message, syscall }) =>
      // A connect error: the database's socket is missing. Any other missing file is a defect.
      (code === 'ENOENT' && syscall === 'connect') ||
      (typeof code === 'string' && unavailableCodes.has(code)) ||
      (typeof message === 'string' && unavailableMessage.test(message)),
  );

/** Outage that caused the error, if any. */
export function outageOf(error: unknown): Outage | undefined {
  if (!isUnavailable(error)) return undefined;
  if (causeWith(error, ({ code }) => code === 'FOREIGN_SCHEMA')) return 'foreign schema';
  return causeWith(error, ({ code }) => fullCodes.has(code))
    ? 'the disk is full'
    : 'the database is not available';
}

/** PostgreSQL's errors for a text with a NUL, which `text` and `jsonb` cannot store. */
const unwritableCodes = new Set(['22021', '22P05']);

/** Messages of the form parser, without a status, for a truncated body or a missing boundary. */
const brokenForm = /multipart data$|^Multipart: |^The needle cannot /;

/** Refusal shown to the caller; a defect becomes InternalError and should be logged. */
export function toRefusal(error: unknown): Refusal {
  const known = refusalOf(error);
  if (known) return known;
  const { validation, statusCode, code, message } = error as {
    message?: string;
    validation?: Issue[];
    statusCode?: number;
    code?: string;
  };
  if (validation) {
    const errors = validation.slice(0, maxFieldErrors).map((issue) => ({
      path: dotted(issue.instancePath),
      message: issue.message ?? '入力内容をご確認ください。',
    }));
    return {
      type: 'ValidationError',
      title: formErrorTitle,
      message: errors[0]?.message ?? '入力内容をご確認ください。',
      errors,
    };
  }
  if (isUnavailable(error)) {
    return { type: 'ServiceUnavailable', message: serviceUnavailableMessage, retryAfterSeconds: 3 };
  }
  if (causeWith(error, ({ code }) => unwritableCodes.has(String(code)))) {
    return refuse('ValidationError', '使えない文字が含まれています。入力内容をご確認ください。', {
      title: formErrorTitle,
    }).refusal;
  }
  // Started before midnight, committed after the close: a retry books in the next month.
  if (causeWith(error, ({ constraint }) => constraint === 'closed_months_guard')) {
    return refuse('Conflict', 'この月の帳簿は、いま締められました。もう一度お試しください。')
      .refusal;
  }
  if (statusCode === 413) {
    return refuse('PayloadTooLarge', '送られた内容が大きすぎます。小さくしてお試しください。')
      .refusal;
  }
  if (statusCode === 415) {
    return refuse('ValidationError', 'この形式では受け取れません。JSONで送ってください。', {
      title: formErrorTitle,
    }).refusal;
  }
  if (code === 'FST_UNDER_PRESSURE' || statusCode === 503) {
    return { type: 'ServiceUnavailable', message: serviceUnavailableMessage, retryAfterSeconds: 5 };
  }
  const isCallersFault = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  if (isCallersFault || brokenForm.test(message ?? '')) {
    return refuse(
      'ValidationError',
      '送られた内容を読み取れませんでした。もう一度お試しください。',
      {
        title: formErrorTitle,
      },
    ).refusal;
  }
  return {
    type: 'InternalError',
    message: 'ご不便をおかけしております。しばらくしてから、もう一度お試しください。',
  };
}

/** Error body of the API, without internals such as retryAfterSeconds. */
export function toErrorBody({ type, title, message, template, errors }: Refusal): ErrorBody {
  return {
    type,
    ...(title && { title }),
    message,
    ...(template && { template }),
    ...(errors && { errors }),
  };
}
