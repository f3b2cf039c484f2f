import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connectionsOf } from '#kit/db/connections.server.ts';
import { connect, connectForWork, longestJobStatementMs } from '#kit/db/database.server.ts';
import { sampleSignIns } from '#kit/db/sample-state.server.ts';
import { schemaWatch } from '#kit/db/schema-watch.server.ts';
import { withWaitMessages } from '#kit/db/waiting.server.ts';
import { type Dependencies, forWork } from '#kit/dependencies.server.ts';
import { diskOf } from '#kit/files/disk.server.ts';
import { saveAsFiles, sendBySmtp } from '#kit/files/mail.server.ts';
import { isLoopback } from '#kit/files/safe-address.server.ts';
import { isOwnStore } from '#kit/files/store-mark.server.ts';
import { type App, buildApp } from '#kit/http/app.server.ts';
import { answerHits } from '#kit/http/pages/answer-hits.server.ts';
import { errorPages } from '#kit/http/pages/error-pages.server.ts';
import type { ReadsQuery } from '#kit/http/pages/own-query.server.ts';
import { pageCache } from '#kit/http/pages/page-cache.server.ts';
import { pageRenewal } from '#kit/http/pages/page-renewal.server.ts';
import { renderBudget } from '#kit/http/pages/render-budget.server.ts';
import { type PageOptions, pageRoutes, type RenderPage } from '#kit/http/pages/routes.server.ts';
import { staticRoutes } from '#kit/http/static-routes.server.ts';
import { drawings } from '#kit/images/drawings.server.ts';
import { defectReports } from '#kit/observing/defect-reports.server.ts';
import { loggedError } from '#kit/observing/logged-error.server.ts';
import { observing } from '#kit/observing/observing.server.ts';
import { mailSending } from '#people/mail/sending.server.ts';
import { issueSetupLink } from '#people/setup/setup-link.server.ts';
import { backupPlace } from '#start/backups/backup-place.server.ts';
import { erasureList } from '#start/backups/erasure-list.server.ts';
import { nightlyBackups } from '#start/backups/nightly.server.ts';
import { openDestination } from '#start/backups/open-destination.server.ts';
import { proveBackup } from '#start/backups/proof.server.ts';
import { runChecks } from '#start/doctor/checks.server.ts';
import { openMetrics } from '#start/metrics/metrics.server.ts';
import { readKeys } from '#start/resealing/read-keys.server.ts';
import { refuseLostSecret, rememberKeys } from '#start/resealing/remembered-keys.server.ts';
import type { SampleSignIn } from '#start/sample/sign-ins.server.ts';
import { otherWorkers } from '#start/workers/others.server.ts';
import type { Env } from './env.server.ts';
import { type Opening, startDatabase } from './open-database.server.ts';
import { openFiles } from './open-files.server.ts';
import { openThreads } from './open-threads.server.ts';
import { mountRoutes } from './routes.server.ts';
import { createServices, type Services } from './services.server.ts';

/** Pages of the build: how to render each, and the query that it reads. */
export type Pages = { renderWith: (services: Services) => RenderPage; readsQuery: ReadsQuery };
export type Server = {
  app: App;
  services: Services;
  /** Sign-ins to print: those of the sample while it is loaded and accepted. */
  sampleSignIns: SampleSignIn[];
  /** Link to take over an installation without an owner. */
  setupUrl: string | undefined;
  /** Makes balancers send visitors elsewhere, and keeps serving for DRAIN_SECONDS meanwhile, or until the signal. */
  stopServing: (signal: AbortSignal) => Promise<void>;
  /** Starts background work. Call once requests are answered, since a start is busy enough. */
  work: () => void;
  close: () => Promise<void>;
};

/**
 * At a stop, after requests (STOP_GRACE_SECONDS) and mails have ended: for background work, and again for connections.
 */
const closeTimeoutMs = 1_000;

type Close = () => Promise<unknown>;

/** Logs a failure to close, so that the others still close. */
const closeLogged = (close: Close) =>
  close().catch((error) => console.warn('while closing:', loggedError(error).message));

/** Closes what was opened, last first. */
async function closeAll(closing: Close[]) {
  for (const close of closing.reverse()) await closeLogged(close);
}

/** Closes independent parts concurrently, including later additions, and abandons those that hang. */
function closeConcurrently(): { add(close: Close): void; close: Close } {
  const all: Close[] = [];
  const closeInTime = (close: Close) =>
    Promise.race([closeLogged(close), wait(closeTimeoutMs, undefined, { ref: false })]);
  return { add: (close) => void all.push(close), close: () => Promise.all(all.map(closeInTime)) };
}

/**
 * Builds the whole server, not yet listening, while its database is opened: by default one that it opens itself. On
 * failure closes what was opened.
 */
export async function openServer(env: Env, sitePages: Pages, opening?: Opening): Promise<Server> {
  const closing: Close[] = [];
  try {
    return await open(env, sitePages, closing, opening ?? (await startDatabase(env)));
  } catch (error) {
    await closeAll(closing);
    throw error;
  }
}

async function open(
  env: Env,
  sitePages: Pages,
  closing: Close[],
  { url, opened, start }: Opening,
): Promise<Server> {
  // A failed opening has closed itself.
  closing.push(() =>
    opened.then(
      ({ close }) => close(),
      () => undefined,
    ),
  );
  const { forRequests, forJobs } = start?.connections ?? connectionsOf(1);
  const { db, pool } = connect(env.DATABASE_POOL_URL || url, {
    maxConnections: forRequests,
  });
  const { db: workDb, pool: workPool } = connectForWork(url, {
    maxConnections: forJobs,
    statementMs: longestJobStatementMs,
  });
  const connections = closeConcurrently();
  closing.push(connections.close);
  connections.add(() => pool.end());
  connections.add(() => workPool.end());
  const replica = env.DATABASE_READ_URL ? connect(env.DATABASE_READ_URL) : undefined;
  if (replica) connections.add(() => replica.pool.end());
  const schema = schemaWatch();
  for (const one of [pool, workPool, replica?.pool]) if (one) schema.guard(one);
  const clock = () => new Date();
  const files = openFiles(env, clock);
  const keys = await readKeys(env, async () => {
    await opened;
    await refuseLostSecret(workDb, env.DATA_DIR);
  });
  const drawn = drawings({ folder: join(env.DATA_DIR, 'drawings'), clock });
  const background = closeConcurrently();
  closing.push(background.close);
  const threads = openThreads();
  background.add(() => threads.close());
  const publicUrl = (env.PUBLIC_URL || `http://localhost:${env.PORT}`).replace(/\/$/, '');
  const place = backupPlace(env);
  const backupsTo = place === undefined ? undefined : openDestination(place, env, clock);
  const dependencies: Dependencies = {
    db,
    workDb,
    readDb: replica?.db,
    threads,
    files,
    disk: diskOf(env.DATA_DIR),
    drawings: drawn,
    clock,
    ...keys,
    publicUrl,
    operatorEmail: env.OPERATOR_EMAIL,
    observing: observing({ analytics: env.ANALYTICS, errorReporting: env.SENTRY_DSN }),
    defects: defectReports(env.SENTRY_DSN, { clock, environment: env.NODE_ENV }),
    backupsAt: backupsTo && { name: backupsTo.name, isInDataDir: env.BACKUP_TO === '' },
    hasMailServer: env.SMTP_URL !== '',
    mailDelayMinutes: env.MAIL_DELAY_MINUTES,
    inboundMail: env.INBOUND_MAIL_ADDRESS
      ? { address: env.INBOUND_MAIL_ADDRESS, secret: env.INBOUND_MAIL_SECRET }
      : undefined,
    allowSampleSignIns: isLoopback(new URL(publicUrl)),
    genericAccountMessages: env.GENERIC_ACCOUNT_MESSAGES,
    oidcProviders: env.OIDC_PROVIDERS,
  };
  const services = createServices(dependencies);
  const cache = pageCache({ maxBytes: env.PAGE_CACHE_MB * 1024 * 1024 });
  const metrics = await openMetrics(env, {
    dependencies,
    pools: { requests: pool, jobs: workPool, ...(replica && { replica: replica.pool }) },
    cache,
    isWorker: start !== undefined,
  });
  const pages: PageOptions = {
    cache,
    render: sitePages.renderWith(services),
    origin: publicUrl,
    additionsTo: dependencies.observing.additionsTo,
    readsQuery: sitePages.readsQuery,
    renders: renderBudget(),
    isPreview: services.sitePreview.isFor,
  };
  const app = await buildApp(services, {
    logLevel: env.LOG_LEVEL,
    proxies: env.TRUST_PROXY,
    publicUrl,
    stopGraceMs: env.STOP_GRACE_SECONDS * 1000,
    sendErrorPage: errorPages(pages),
    measure: metrics?.watch,
    async mount(scope) {
      await mountRoutes(scope, services);
      metrics?.mount(scope);
      await staticRoutes(scope, join(process.cwd(), 'build/client'));
      pageRoutes(scope, pages);
    },
  });
  answerHits(app, { cache, publicUrl, logLevel: env.LOG_LEVEL, onHit: metrics?.noteHit });
  const sending = mailSending(
    forWork(dependencies),
    env.SMTP_URL
      ? sendBySmtp({ url: env.SMTP_URL, from: env.MAIL_FROM })
      : saveAsFiles({ folder: join(env.DATA_DIR, 'mails'), from: env.MAIL_FROM }),
  );
  const backups = backupsTo
    ? nightlyBackups({
        ...{ db: workDb, files, clock, to: backupsTo },
        ...{ recipients: env.BACKUP_RECIPIENT, at: env.BACKUP_AT },
        async prove(manifest, identity) {
          const trial = { db: workDb, clock, dataDir: env.DATA_DIR, source: backupsTo };
          await proveBackup({ ...trial, secrets: keys, examine: runChecks }, manifest, identity);
        },
      })
    : undefined;
  const erasures = backupsTo && erasureList({ db: workDb, clock }, backupsTo);
  // Mails finish meanwhile; each has its own time limit.
  closing.push(() => Promise.all([app.close(), sending.stop()]));
  await app.ready();

  // Everything before runs while the database starts.
  await opened;
  background.add(() => services.topics.stop());
  services.topics.watchSchema(schema.look);
  services.health.watchSchema(schema.isOurs);
  await Promise.all([
    rememberKeys(workDb, keys),
    services.topics.start(),
    warnOfForeignStore(workDb, files),
  ]);
  services.topics.on(pageRenewal(cache));
  if (metrics) background.add(await metrics.listen());
  if (start) services.topics.join(otherWorkers(services.topics.refresh));
  background.add(() => services.security.flush());
  connections.add(() => dependencies.defects.settled());
  const [setupUrl, signIns] = await Promise.all([
    start?.isFirst === false ? undefined : setUpOnce(env, forWork(dependencies), services),
    dependencies.allowSampleSignIns ? sampleSignIns(workDb) : [],
  ]);
  await withWaitMessages(
    { ja: '団体の一覧', en: 'the organisations to be read' },
    services.associates.readAtStart,
  );
  return {
    app,
    services,
    sampleSignIns: signIns,
    setupUrl,
    work() {
      sending.start();
      startWork(services, background.add);
      backups?.start();
      background.add(async () => backups?.stop());
      erasures?.start();
      background.add(async () => erasures?.stop());
    },
    async stopServing(signal) {
      services.health.stopServing();
      const drainMs = env.DRAIN_SECONDS * 1_000;
      if (drainMs > 0) await wait(drainMs, undefined, { signal }).catch(() => undefined);
    },
    close: () => closeAll(closing),
  };
}

/** A server with a folder of its own beside others would answer 404 for what they took; an absent store is no reason. */
async function warnOfForeignStore(db: Dependencies['workDb'], files: Dependencies['files']) {
  const isOwn = await isOwnStore(db, files).catch(() => true);
  if (isOwn) return;
  console.warn(
    'pictures and papers are not kept where the other servers of this database keep them: npm run doctor -- --only file-store',
  );
}

/** Starts background work. */
function startWork(services: Services, onClose: (close: Close) => void): void {
  services.resultWork.start();
  onClose(() => services.resultWork.stop());
  services.waitingConfirmations.start();
  onClose(() => services.waitingConfirmations.stop());
  services.receiptRunWork.start();
  onClose(() => services.receiptRunWork.stop());
  services.publicLogWork.start();
  onClose(() => services.publicLogWork.stop());
  services.thanksDelivery.start();
  onClose(() => services.thanksDelivery.stop());
  services.useReportTelling.start();
  onClose(() => services.useReportTelling.stop());
  services.publication.start();
  onClose(() => services.publication.stop());
  services.retention.start();
  onClose(() => services.retention.stop());
}

/** Creates the operator named in the environment, and returns the link to take over a service without an owner. */
async function setUpOnce(
  { OPERATOR_EMAIL: email, OPERATOR_PASSWORD: password }: Env,
  dependencies: Dependencies,
  services: Services,
): Promise<string | undefined> {
  if (email !== '' && password !== '') await services.auth.ensureOperator({ email, password });
  return issueSetupLink(dependencies, email);
}
