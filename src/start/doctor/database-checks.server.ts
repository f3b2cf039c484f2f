import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { migrationState, migrationsFolder } from '#kit/db/migrate.server.ts';
import { type Check, failing, ok, type Subject, warning } from './finding.server.ts';

/** Clocks may differ by this much: tokens live for minutes. */
const clockToleranceMs = 2_000;
const clockLimitMs = 30_000;
/** A transaction open for longer keeps rows from being cleaned up. */
const longTransactionMinutes = 15;
/** Tables below these sizes are cleaned up quickly anyway. */
const minDeadRows = 100_000;
const minIndexBytes = 256 * 1024 ** 2;

const schema: Check = {
  check: 'schema',
  label: 'データベースの構造',
  async examine({ db }) {
    const { pending, unknown, writtenBy } = await migrationState(db);
    if (unknown.length > 0) {
      return failing(
        `データベースは、より新しい版${writtenBy ? `（${writtenBy}）` : ''}が更新したものです。`,
        'その版以降のたすきで動かすか、更新の前のバックアップから戻してください。',
      );
    }
    if (pending.length > 0) {
      return failing(
        `この版の更新が${pending.length}件、まだ行われていません。`,
        'npm start で起動すると、更新します。',
      );
    }
    return ok('この版の構造です。');
  },
};

type Snapshot = {
  tables: Record<string, { name: string; indexes: Record<string, { name: string }> }>;
};

/** Indexes that the latest migration's snapshot of the schema names. */
function expectedIndexes(): string[] {
  const read = (file: string) =>
    JSON.parse(readFileSync(`${migrationsFolder}/meta/${file}`, 'utf8'));
  const { entries } = read('_journal.json') as { entries: { idx: number }[] };
  const last = String(entries.at(-1)?.idx ?? 0).padStart(4, '0');
  const { tables } = read(`${last}_snapshot.json`) as Snapshot;
  return Object.values(tables).flatMap(({ indexes }) =>
    Object.values(indexes).map(({ name }) => name),
  );
}

const indexes: Check = {
  check: 'indexes',
  label: '索引',
  async examine({ db }) {
    const { rows } = await db.execute<{ name: string; isValid: boolean }>(sql`
      select c.relname as name, i.indisvalid and i.indisready as "isValid"
      from pg_index i join pg_class c on c.oid = i.indexrelid
      where c.relnamespace = current_schema()::regnamespace`);
    const valid = new Map(rows.map(({ name, isValid }) => [name, isValid]));
    const missing = expectedIndexes().filter((name) => !valid.has(name));
    const broken = rows.filter(({ isValid }) => !isValid).map(({ name }) => name);
    if (missing.length === 0 && broken.length === 0) return ok('そろっています。');
    return failing(
      `索引が${missing.length}件足りず、${broken.length}件が使えません。検索や一覧が遅くなります。`,
      '使えないものは REINDEX INDEX CONCURRENTLY で、足りないものは src/kit/db/migrations にある CREATE INDEX で作り直してください。',
      [...missing.map((name) => `ない：${name}`), ...broken.map((name) => `使えない：${name}`)],
    );
  },
};

const bloat: Check = {
  check: 'bloat',
  label: '表と索引の大きさ',
  async examine({ db }) {
    const { rows } = await db.execute<{ name: string; dead: number }>(sql`
      select relname as name, n_dead_tup::float8 as dead from pg_stat_user_tables
      where schemaname = current_schema() and n_dead_tup > ${minDeadRows} and n_dead_tup > n_live_tup / 2`);
    const large = await db.execute<{ name: string }>(sql`
      select i.indexrelid::regclass::text as name
      from pg_index i join pg_class t on t.oid = i.indrelid
      where t.relnamespace = current_schema()::regnamespace and pg_relation_size(i.indexrelid) > ${minIndexBytes}
        and pg_relation_size(i.indexrelid) > 2 * pg_relation_size(t.oid)`);
    if (rows.length === 0 && large.rows.length === 0)
      return ok('むだに大きな表や索引はありません。');
    return warning(
      '片づけの追いつかない表や、表より大きな索引があります。',
      '表は VACUUM、索引は REINDEX INDEX CONCURRENTLY で小さくなります。自動の片づけ（autovacuum）が止まっていないかもご確認ください。',
      [
        ...rows.map(({ name, dead }) => `表 ${name}：消えた行 ${dead}`),
        ...large.rows.map(({ name }) => `索引 ${name}`),
      ],
    );
  },
};

const transactions: Check = {
  check: 'transactions',
  label: '長い取引と待ち',
  async examine({ db }) {
    const { rows } = await db.execute<{ pid: number; what: string }>(sql`
      select pid, format('%s（%s、%s分）', pid, application_name,
        round(extract(epoch from clock_timestamp() - coalesce(xact_start, state_change)) / 60)) as what
      from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
        and (xact_start < clock_timestamp() - make_interval(mins => ${longTransactionMinutes})
          or wait_event_type = 'Lock' and state_change < clock_timestamp() - interval '1 minute')`);
    if (rows.length === 0) return ok('長く開いたままのものはありません。');
    return warning(
      `${longTransactionMinutes}分以上続く取引か、1分以上ほかを待つ接続が${rows.length}件あります。`,
      'いつもの作業でなければ、select pg_terminate_backend(番号) で終わらせられます（docs/operations.md）。',
      rows.map(({ what }) => what),
    );
  },
};

/** The database's clock less this machine's, in ms, as near as one round trip tells. */
async function clockDifference({ db, clock }: Subject): Promise<number> {
  const before = clock().getTime();
  const { rows } = await db.execute<{ ms: number }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
  );
  const after = clock().getTime();
  return (rows[0]?.ms ?? 0) - (before + after) / 2;
}

const clocks: Check = {
  check: 'clocks',
  label: '時計',
  async examine(subject) {
    const difference = Math.abs(await clockDifference(subject));
    const seconds = Math.round(difference / 100) / 10;
    if (difference <= clockToleranceMs) return ok('データベースの時計と合っています。');
    const says = `このコンピューターとデータベースの時計が、${seconds}秒ずれています。`;
    const nextStep = '両方の時計を、時刻サーバー（NTP）に合わせてください。';
    return difference > clockLimitMs ? failing(says, nextStep) : warning(says, nextStep);
  },
};

export const databaseChecks = [schema, indexes, bloat, transactions, clocks];
