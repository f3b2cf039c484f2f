import { latestCheckpoint } from '#money/public-log/checkpoints.server.ts';
import { treeRoot } from '#money/public-log/merkle.server.ts';
import { recoverEntries } from '#money/public-log/recover-entries.server.ts';
import { type StopReason, stoppedLog } from '#money/public-log/stopped-log.server.ts';
import { perfectIn } from '#money/public-log/tiles.server.ts';
import { type Check, failing, ok } from './finding.server.ts';

const stopped: Record<StopReason, { says: string; nextStep: string }> = {
  behind: {
    says: '公開した記録の一部が、このデータベースにありません。バックアップから戻したときに起こります。',
    nextStep: 'npm run doctor -- --repair で、公開した記録から取り戻せます。',
  },
  fork: {
    says: '公開した記録と違う行が、このデータベースにあります。公開記録には署名していません。',
    nextStep:
      '写しのデータベースを動かしていないかをご確認ください。公開した記録は変えられません。docs/operations.mdの「公開記録の署名が止まったとき」をご覧ください。',
  },
  'unknown-key': {
    says: '公開されている記録の署名が、この設置の鍵のものではありません。',
    nextStep: 'PUBLIC_URLと、写真と書類の置き場所（DATA_DIR、S3）をご確認ください。',
  },
};

/** The public log: that it is signed on, and that the signed root is the one of the entries. */
export const publicLogCheck: Check = {
  check: 'public-log',
  label: '公開記録の署名',
  async examine({ db }) {
    const found = await stoppedLog(db);
    if (found) return failing(stopped[found.reason].says, stopped[found.reason].nextStep);
    const latest = await latestCheckpoint(db);
    if (!latest) return ok('署名する記録は、まだありません。');
    const root = await treeRoot(perfectIn(db), latest.size);
    if (root.toString('base64') === latest.root) {
      return ok(`${latest.size}行の記録は、署名のとおりです。`);
    }
    return failing(
      '公開した記録の行が、署名と違っています。',
      'バックアップと比べてください。記録の行は追加だけされるもので、直すことはできません。',
    );
  },
  async repair({ db, clock, files }) {
    if ((await stoppedLog(db))?.reason !== 'behind' || !files) return undefined;
    const taken = await recoverEntries({ db, clock }, (name) => files.read(name));
    return typeof taken === 'number' && taken > 0
      ? `公開した記録から、${taken}行を取り戻しました。署名は次の回に行います。`
      : undefined;
  },
};
