import type { PasswordCost } from './auth/passwords.ts';
import type { OidcProvider } from './auth/services/oidc-setting.ts';
import type { Database } from './db/database.ts';
import type { Drawings } from './images/drawings.ts';
import type { DefectReports } from './observing/defect-reports.ts';
import type { Observing } from './observing/observing.ts';
import type { Threads } from './open-threads.ts';
import type { Disk } from './outside/disk.ts';
import type { FileStore } from './outside/files.ts';

/** The address whose mails are handed over, and what whoever hands them over must know. */
export type InboundMail = { address: string; secret: string };

/** What every use case is handed: nothing of it is imported or global. */
export type Dependencies = {
  db: Database;
  /** The same database for work that no browser waits for (docs/decisions/0053). */
  workDb: Database;
  /** A replica that may lag behind, for reads of public data (server/topics/public-reads.ts). */
  readDb?: Database | undefined;
  /** Where work is done that would keep the event loop from turning. */
  threads: Threads;
  /** Where pictures and papers are kept. */
  files: FileStore;
  /** What DATA_DIR lies on. */
  disk: Disk;
  /** Link previews and codes, drawn once. */
  drawings: Drawings;
  /** The present moment; tests hand in their own. */
  clock: () => Date;
  /** Signs and hashes what must not be guessed; at least 32 characters. */
  secret: string;
  /** Earlier ones: what was written under them is still read (docs/decisions/0026). */
  oldSecrets?: readonly string[] | undefined;
  /** Of each hash of a password; tests alone hand in one, which is next to nothing. */
  passwordCost?: PasswordCost | undefined;
  /** Seals the papers of identity checks; '' or undefined where `secret` does. */
  identityKey?: string | undefined;
  oldIdentityKeys?: readonly string[] | undefined;
  /** Where people reach the site, without a trailing slash: for links in mails. */
  publicUrl: string;
  /** OPERATOR_EMAIL: where the operator reads what visitors write; '' where the published address is it. */
  operatorEmail: string;
  /** What ANALYTICS and SENTRY_DSN add to pages. */
  observing: Observing;
  /** Told of every defect. */
  defects: DefectReports;
  /** Where answers to our mails come in, if a mail server hands them over (docs/decisions/0033). */
  inboundMail?: InboundMail | undefined;
  /** True when SMTP_URL is set; else mails lie as files in the data folder. */
  hasMailServer: boolean;
  /** How long a mail about a step or a result waits, so that it can be taken back unnoticed; MAIL_DELAY_MINUTES. */
  mailDelayMinutes: number;
  /** True only while sample data is loaded and PUBLIC_URL is local (docs/product.md, Sample data). */
  allowSampleSignIns: boolean;
  /** True when nothing may tell whether an e-mail is registered (docs/product.md, Messages). */
  genericAccountMessages: boolean;
  /** At whom people may sign in besides by a password. */
  oidcProviders: readonly OidcProvider[];
};

/** What a use case is handed first: `(ctx, person, input)`. */
export type Context = Dependencies;

/** The same for a start or a background job: no limit of a request holds. */
export const forWork = <Needed extends Pick<Dependencies, 'db' | 'workDb'>>(
  dependencies: Needed,
): Needed => ({ ...dependencies, db: dependencies.workDb });
