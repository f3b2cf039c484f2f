import { isIP } from 'node:net';
import { connect } from 'node:tls';
import { desc, eq, isNotNull, sql } from 'drizzle-orm';
import { tryMailServer } from '#kit/files/mail.server.ts';
import { readSum } from '#money/sums/kept-sums.server.ts';
import { outboxMails } from '#people/mail/mail-tables.server.ts';
import { backupPlace } from '#start/backups/backup-place.server.ts';
import { backups } from '#start/backups/backup-tables.server.ts';
import { type Check, failing, ok, warning } from './finding.server.ts';

const gigabyte = 1024 ** 3;
const minFreeBytes = gigabyte;
const lowFreeBytes = 5 * gigabyte;
const dayMs = 24 * 60 * 60 * 1000;
/** A night may be missed while a machine is off. */
const oldBackupMs = 2 * dayMs;
const lateMailMinutes = 60;
const certificateDays = 14;
const connectTimeoutMs = 5_000;

const disk: Check = {
  check: 'disk',
  label: 'ディスク',
  async examine({ disk: data }) {
    if (!data) return undefined;
    const free = await data.freeBytes();
    const says = `DATA_DIRの空きは${(free / gigabyte).toFixed(1)}GBです。`;
    const nextStep =
      '空きを増やすか、古いバックアップを別の場所へ移してください（docs/operations.md）。';
    if (free < minFreeBytes) return failing(says, nextStep);
    return free < lowFreeBytes ? warning(says, nextStep) : ok(says);
  },
};

const mails: Check = {
  check: 'mails',
  label: 'メールの送り残し',
  async examine({ db }) {
    const dead = (await readSum(db, 'mails', 'dead')).count;
    const late = await db.$count(
      outboxMails,
      sql`${outboxMails.state} = 'waiting' and ${outboxMails.availableAt} < now() - make_interval(mins => ${lateMailMinutes})`,
    );
    if (dead + late === 0) return ok('ありません。');
    return (late > 0 ? failing : warning)(
      `送れなかったメールが${dead}通、${lateMailMinutes}分以上待っているメールが${late}通あります。`,
      '運営の画面の「メール」で理由を見て、送り直してください。',
    );
  },
};

const mailServer: Check = {
  check: 'mail-server',
  label: 'メールサーバー',
  async examine({ env }) {
    if (!env) return undefined;
    if (env.SMTP_URL === '') {
      return warning(
        '未設定です。メールは DATA_DIR/mails に書き出すだけで、届きません。',
        'SMTP_URL と MAIL_FROM を設定してください。',
      );
    }
    const refused = await tryMailServer(env.SMTP_URL);
    if (refused !== undefined) {
      return failing(
        'つながらないか、受け付けてもらえません。',
        'SMTP_URL の宛先・名前・パスワードをご確認ください。',
        [refused],
      );
    }
    return ok(
      'つながり、名前とパスワードも通りました。npm run doctor -- --mail 宛先 で1通お試しできます。',
    );
  },
};

/** When the certificate of an https address ends; throws if it is not valid. */
const certificateEnd = (address: URL): Promise<Date> =>
  new Promise((resolve, reject) => {
    const socket = connect({
      host: address.hostname,
      port: Number(address.port || 443),
      ...(!isIP(address.hostname) && { servername: address.hostname }),
      timeout: connectTimeoutMs,
    });
    socket.once('secureConnect', () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.end();
    });
    socket.once('timeout', () => socket.destroy(new Error('timeout')));
    socket.once('error', reject);
  });

const address: Check = {
  check: 'address',
  label: 'サービスのURL',
  async examine({ env, clock }) {
    if (!env) return undefined;
    if (env.PUBLIC_URL === '') {
      return warning(
        '未設定です。メールのリンクが、このコンピューターを指します。',
        'PUBLIC_URL に、訪れる方が開くURL（https://…）を設定してください。',
      );
    }
    const url = new URL(env.PUBLIC_URL);
    if (url.protocol !== 'https:') {
      return warning('httpです。やりとりが暗号になりません。', 'https のURLにしてください。');
    }
    try {
      const end = await certificateEnd(url);
      const days = Math.floor((end.getTime() - clock().getTime()) / dayMs);
      if (days > certificateDays) return ok(`証明書は、あと${days}日有効です。`);
      return warning(`証明書は、あと${days}日で切れます。`, '証明書を更新してください。');
    } catch (error) {
      return failing(
        '証明書が正しくないか、つながりません。',
        '公開しているURLと、その証明書をご確認ください。',
        [(error as Error).message],
      );
    }
  },
};

const settings: Check = {
  check: 'settings',
  label: '設定',
  async examine({ env }) {
    if (!env) return undefined;
    const missing = [
      [
        env.BACKUP_RECIPIENT.length === 0,
        'BACKUP_RECIPIENT：バックアップを暗号にする公開鍵がありません。',
      ],
      [
        env.BACKUP_TO === '',
        'BACKUP_TO：バックアップが、元のデータと同じディスクにあります。失うときは、いっしょに失います。',
      ],
      [
        env.SECRET === '',
        'SECRET：鍵が DATA_DIR だけにあります。バックアップとは別の場所に写してください。',
      ],
      [env.OPERATOR_EMAIL === '', 'OPERATOR_EMAIL：知らせを受ける運営のアドレスがありません。'],
    ] as const;
    const details = missing.filter(([isMissing]) => isMissing).map(([, says]) => says);
    if (details.length === 0) return ok('必要なものは、そろっています。');
    return warning(
      `${details.length}件、設定をおすすめするものがあります。`,
      'それぞれの意味は docs/operations.md にあります。',
      details,
    );
  },
};

const backup: Check = {
  check: 'backup',
  label: 'バックアップ',
  async examine({ db, clock, env }) {
    if (!env) return undefined;
    if (backupPlace(env) === undefined) {
      return warning(
        'たすきはバックアップを取っていません。',
        'BACKUP_TO を設定するか、データベースの側のバックアップ（pg_dump など）と、写真の置き場所のバックアップをご確認ください。',
      );
    }
    const [last] = await db
      .select({ endedAt: backups.endedAt })
      .from(backups)
      .where(eq(backups.state, 'done'))
      .orderBy(desc(backups.startedAt))
      .limit(1);
    const [proven] = await db
      .select({ provenAt: backups.provenAt, proof: backups.proof })
      .from(backups)
      .where(isNotNull(backups.provenAt))
      .orderBy(desc(backups.startedAt))
      .limit(1);
    const hoursSince = (at: Date) => Math.floor((clock().getTime() - at.getTime()) / 3_600_000);
    if (!last?.endedAt)
      return failing('まだ一度も取れていません。', 'npm run backup をお試しください。');
    if (clock().getTime() - last.endedAt.getTime() > oldBackupMs) {
      return failing(
        `最後のバックアップは、${hoursSince(last.endedAt)}時間前です。`,
        'npm run backup を動かし、毎晩のバックアップが止まった理由を記録（ログ）でご確認ください。',
      );
    }
    if (proven?.provenAt && proven.proof !== 'ok') {
      return failing('戻せるかを試して、失敗しました。', '記録（ログ）をご確認ください。', [
        proven.proof ?? '',
      ]);
    }
    if (!proven?.provenAt) {
      return warning(
        '戻せるかを、まだ試していません。',
        '毎晩のバックアップの後に試します。明日もう一度ご確認ください。',
      );
    }
    return ok(
      `最後のバックアップは${hoursSince(last.endedAt)}時間前、戻せることは${hoursSince(proven.provenAt)}時間前に確かめました。`,
    );
  },
};

export const surroundingChecks = [disk, mails, mailServer, address, settings, backup];
