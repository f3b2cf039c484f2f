import type { Database } from '#kit/db/database.server.ts';
import type { Disk } from '#kit/files/disk.server.ts';
import type { FileStore } from '#kit/files/files.server.ts';
import type { Drawings } from '#kit/images/drawings.server.ts';
import type { DefectReports } from '#kit/observing/defect-reports.server.ts';
import type { Observing } from '#kit/observing/observing.server.ts';
import type { Topics } from '#kit/topics/topics.server.ts';
import type { PasswordCost } from '#people/sign-in/passwords.server.ts';
import type { OidcProvider } from '#people/sign-in/services/oidc-setting.server.ts';
import type { Threads } from '#start/open-threads.server.ts';

/** Address for incoming mail, and the secret of the mail server that delivers it. */
export type InboundMail = { address: string; secret: string };

/** Dependencies of every use case: none is imported or global. */
export type Dependencies = {
  db: Database;
  /** The same database for work without a waiting browser (docs/decisions/0002). */
  workDb: Database;
  /** A replica that may lag behind, for reads of public data (src/kit/topics/public-reads.server.ts). */
  readDb?: Database | undefined;
  /** Threads for work that would block the event loop. */
  threads: Threads;
  /** Store of pictures and papers. */
  files: FileStore;
  /** Disk of DATA_DIR. */
  disk: Disk;
  /** Link previews and codes, cached. */
  drawings: Drawings;
  /** The current time; tests pass their own. */
  clock: () => Date;
  /** Signs and hashes what must not be guessed; at least 32 characters. */
  secret: string;
  /** Earlier secrets, for reading older content (docs/decisions/0015). */
  oldSecrets?: readonly string[] | undefined;
  /** Cost of password hashes; only tests set it, to almost nothing. */
  passwordCost?: PasswordCost | undefined;
  /** Seals the papers of identity checks; '' or undefined to use `secret`. */
  identityKey?: string | undefined;
  oldIdentityKeys?: readonly string[] | undefined;
  /** Public address of the site, without a trailing slash: for links in mails. */
  publicUrl: string;
  /** OPERATOR_EMAIL: receives visitors' messages; '' to use the published address. */
  operatorEmail: string;
  /** Page additions of ANALYTICS and SENTRY_DSN. */
  observing: Observing;
  /** Receives every defect. */
  defects: DefectReports;
  /** Incoming replies, if a mail server delivers them (docs/decisions/0017). */
  inboundMail?: InboundMail | undefined;
  /** Place of nightly backups, as their records name it, and whether it is in DATA_DIR; undefined if there are none. */
  backupsAt?: { name: string; isInDataDir: boolean } | undefined;
  /** True if SMTP_URL is set; otherwise mails are files in the data folder. */
  hasMailServer: boolean;
  /** Delay of a mail about a step or a result, during which it can be undone unnoticed; MAIL_DELAY_MINUTES. */
  mailDelayMinutes: number;
  /** True only while sample data is loaded and PUBLIC_URL is local (docs/product.md, Sample data). */
  allowSampleSignIns: boolean;
  /** True if no message may reveal whether an e-mail is registered (docs/product.md, Messages). */
  genericAccountMessages: boolean;
  /** Sign-in services besides passwords. */
  oidcProviders: readonly OidcProvider[];
};

/** What a use case is handed first: `(ctx, person, input)`; made by src/kit/topics/kept.server.ts. */
export type Context = Dependencies & {
  /** Changes of public data, and what of it the process keeps. */
  topics: Topics;
};

/** The same for a start or a background job, without a request's timeouts. */
export const forWork = <Needed extends Pick<Dependencies, 'db' | 'workDb'>>(
  dependencies: Needed,
): Needed => ({ ...dependencies, db: dependencies.workDb });
