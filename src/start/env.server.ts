import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { databaseForm, parseDatabaseUrl } from '#kit/db/database-setting.server.ts';
import { parseSafeAddress, safeAddressForm } from '#kit/files/safe-address.server.ts';
import { parseSmtpUrl, smtpForm } from '#kit/files/smtp-setting.server.ts';
import { parseTrustedProxies, trustedProxiesForm } from '#kit/http/trusted-proxies.server.ts';
import { analyticsForms, parseAnalytics } from '#kit/observing/analytics-setting.server.ts';
import { dsnForm, parseDsn } from '#kit/observing/sentry-dsn.server.ts';
import { weaknessOf } from '#people/sign-in/passwords/new-password.server.ts';
import { parseOidcProviders } from '#people/sign-in/services/oidc-setting.server.ts';
import { maxPasswordLength, minSolePasswordLength } from '#people/sign-in/sign-in.ts';

const flag = z
  .enum(['true', 'false', '1', '0', ''])
  .transform((value) => value === 'true' || value === '1');

/** Earlier keys, for reading only; comma-separated, so a key must not contain commas. */
const earlierKeys = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((key) => key.trim() || []))
  .pipe(z.array(z.string().min(32)));

/** A variable parsed by `parse`; an error names the expected form. */
const parsed = <Setting>(parse: (text: string) => Setting, form: string) =>
  z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        return parse(text.trim());
      } catch {
        context.addIssue({ code: 'custom', message: `must be ${form}` });
        return z.NEVER;
      }
    });

const backupToForm = 'must be a folder, s3://BUCKET/PREFIX, or off';
const isBackupBucket = (text: string) => /^s3:\/\/[^/]+(\/.*)?$/.test(text);

const Environment = z.object({
  NODE_ENV: z.string().default('production'),
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: parsed(parseSafeAddress, safeAddressForm),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: parsed(parseDatabaseUrl, databaseForm),
  DATABASE_POOL_URL: parsed(parseDatabaseUrl, databaseForm),
  DATABASE_READ_URL: parsed(parseDatabaseUrl, databaseForm),
  SECRET: z.union([z.literal(''), z.string().min(32)]).default(''),
  SECRET_OLD: earlierKeys,
  IDENTITY_KEY: z.union([z.literal(''), z.string().min(32)]).default(''),
  IDENTITY_KEY_OLD: earlierKeys,
  SAMPLE_DATA: z.enum(['auto', 'off']).default('auto'),
  OPERATOR_EMAIL: z.string().default(''),
  OPERATOR_PASSWORD: z
    .string()
    .default('')
    .refine(
      ({ length }) =>
        length === 0 || (length >= minSolePasswordLength && length <= maxPasswordLength),
      `must have ${minSolePasswordLength} to ${maxPasswordLength} characters, for it opens what all others gave`,
    ),
  S3_ENDPOINT: parsed(parseSafeAddress, safeAddressForm),
  S3_BUCKET: z.string().default(''),
  S3_REGION: z.string().default(''),
  S3_ACCESS_KEY: z.string().default(''),
  S3_SECRET_KEY: z.string().default(''),
  /** '' for the default, 'off' for none. */
  BACKUP_TO: z
    .string()
    .default('')
    .transform((text) => text.trim())
    .refine((text) => !text.includes('://') || isBackupBucket(text), backupToForm),
  BACKUP_RECIPIENT: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((one) => one !== ''))
    .pipe(z.array(z.string().regex(/^age1[a-z0-9]+$/, 'must be public keys of age, age1…'))),
  BACKUP_AT: z
    .string()
    .default('')
    .transform((text) => text.trim() || '02:30')
    .pipe(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time in Japan such as 02:30')),
  BACKUP_S3_ENDPOINT: parsed(parseSafeAddress, safeAddressForm),
  BACKUP_S3_REGION: z.string().default(''),
  BACKUP_S3_ACCESS_KEY: z.string().default(''),
  BACKUP_S3_SECRET_KEY: z.string().default(''),
  SMTP_URL: parsed(parseSmtpUrl, smtpForm),
  MAIL_FROM: z.string().default('たすき <noreply@tasuki.example>'),
  MAIL_DELAY_MINUTES: z.coerce.number().int().min(0).max(60).default(10),
  INBOUND_MAIL_ADDRESS: z
    .string()
    .default('')
    .transform((text) => text.trim().toLowerCase())
    .refine(
      (text) => text === '' || isReplyAddress(text),
      'must be an address such as reply@example.jp',
    ),
  INBOUND_MAIL_SECRET: z.union([z.literal(''), z.string().min(32)]).default(''),
  WEB_CONCURRENCY: z
    .union([z.literal('').transform(() => undefined), z.coerce.number().int().min(1).max(64)])
    .optional()
    .transform((count) => count ?? defaultProcesses()),
  STOP_GRACE_SECONDS: z
    .union([z.literal('').transform(() => undefined), z.coerce.number().min(0).max(600)])
    .optional()
    .transform((seconds) => seconds ?? 30),
  PAGE_CACHE_MB: z.coerce.number().min(0).max(4096).default(64),
  OIDC_PROVIDERS: z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        return parseOidcProviders(text.trim());
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    }),
  ANALYTICS: parsed(parseAnalytics, analyticsForms),
  SENTRY_DSN: parsed(parseDsn, dsnForm),
  TRUST_PROXY: parsed(parseTrustedProxies, trustedProxiesForm),
  GENERIC_ACCOUNT_MESSAGES: flag.default(false),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  METRICS_PORT: z.coerce.number().int().min(0).max(65535).default(0),
  METRICS_TOKEN: z.union([z.literal(''), z.string().min(32)]).default(''),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
});

/** Leaves one processor to the database and the threads. */
function defaultProcesses(): number {
  const processors = availableParallelism();
  return processors <= 2 ? 1 : processors - 1;
}

/** Short enough that a reply token keeps it within the 64 characters of RFC 5321. */
const isReplyAddress = (text: string) => /^[\w.-]{1,24}@[a-z\d-]+(?:\.[a-z\d-]+)+$/.test(text);

export type Env = z.infer<typeof Environment>;

/** Environment variables are invalid or incomplete. */
export class WrongSetting extends Error {}

/**
 * Reads the environment variables, in this place only. Paths become absolute. Throws one error that lists every
 * mistake, one per line.
 */
export function readEnv(source: Record<string, string | undefined> = process.env): Env {
  const result = Environment.safeParse(source);
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new WrongSetting(`These environment variables need mending:\n${lines.join('\n')}`);
  }
  const env = { ...result.data, DATA_DIR: resolve(result.data.DATA_DIR) };
  if (env.DATABASE_URL !== '' && env.SECRET === '') {
    throw new WrongSetting(
      'With DATABASE_URL set, SECRET is needed too: at least 32 random characters, the same for every process.',
    );
  }
  const { OPERATOR_EMAIL, OPERATOR_PASSWORD } = env;
  const place = { publicUrl: env.PUBLIC_URL || 'http://localhost' };
  if (OPERATOR_PASSWORD !== '' && weaknessOf(place, OPERATOR_PASSWORD, [OPERATOR_EMAIL])) {
    throw new WrongSetting(
      'OPERATOR_PASSWORD is too easily guessed: many have it, or it is made of the e-mail, of the name or address of the service, or of one character. Take several words that have nothing to do with each other.',
    );
  }
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = env;
  const bucket = [S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY];
  if (bucket.includes('') && bucket.some((value) => value !== '')) {
    throw new WrongSetting(
      'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY are needed together, or none of them.',
    );
  }
  if (isBackupBucket(env.BACKUP_TO) && env.BACKUP_RECIPIENT.length === 0) {
    throw new WrongSetting(
      'With BACKUP_TO set to a bucket, BACKUP_RECIPIENT is needed too: backups leave this machine encrypted only.',
    );
  }
  if ((env.INBOUND_MAIL_ADDRESS === '') !== (env.INBOUND_MAIL_SECRET === '')) {
    throw new WrongSetting(
      'INBOUND_MAIL_ADDRESS and INBOUND_MAIL_SECRET (at least 32 characters) are needed together, or neither.',
    );
  }
  return env;
}
