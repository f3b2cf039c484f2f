import { type SQL, sql } from 'drizzle-orm';
import { printedCode, sealCode } from '#giving/receipts/paper-record.server.ts';
import type { FileStore } from '#kit/files/files.server.ts';
import { openSeed, sealSeed } from '#money/public-log/log-key.server.ts';
import { openFile, sealFile } from '#money/remittances/change-run.server.ts';
import type { MailContent } from '#people/mail/mail-content.server.ts';
import { openLinks, sealLinks } from '#people/mail/sealed-links.server.ts';
import { decryptForProvider, reEncryptForProvider } from '#people/sign-in/provider-seal.server.ts';
import { paperSeal } from '#warehouse/identity-checks/paper-seal.server.ts';
import type { Keys } from './read-keys.server.ts';

type Sealed = { id: string; row: Record<string, unknown>; keys: Keys; files: FileStore };
/** Columns to update, if any; files are already rewritten. */
type ResealResult = Record<string, string> | 'current' | 'lost';

/** A kind of sealed data: its table and columns, and how to re-encrypt it. */
export type SealedKind = {
  what: string;
  table: string;
  id: string;
  /** Ids are numbers, not texts. */
  isNumbered?: true;
  /** Columns to read besides the id. */
  columns: readonly string[];
  where: SQL;
  atOnce: number;
  sealAnew(sealed: Sealed): Promise<ResealResult>;
  /** The product generates another one if none opens. */
  isReplaceable?: true;
};

/** A column encrypted by the auth provider's symmetricEncrypt. */
const providerColumn = (
  what: string,
  table: string,
  column: string,
  more: Pick<SealedKind, 'isReplaceable'> & { isJson?: true } = {},
): SealedKind => ({
  what,
  table,
  id: 'id',
  columns: [column],
  where: sql`${sql.identifier(column)} is not null`,
  atOnce: 200,
  ...more,
  async sealAnew({ row, keys }) {
    const stored = String(row[column]);
    const data = more.isJson ? JSON.parse(stored) : stored;
    if ((await decryptForProvider(keys, data))?.isCurrent) return 'current';
    const resealed = await reEncryptForProvider(keys, data);
    if (resealed === undefined) return 'lost';
    return { [column]: more.isJson ? JSON.stringify(resealed) : resealed };
  },
});

/** Every kind of sealed data. One missing here is lost with its key. */
export const sealedKinds: readonly SealedKind[] = [
  providerColumn('2段階認証の秘密', 'auth_two_factors', 'secret'),
  providerColumn('ログインの署名鍵', 'auth_keys', 'private_key', {
    isJson: true,
    isReplaceable: true,
  }),
  {
    what: 'メールのリンク',
    table: 'outbox_mails',
    id: 'id',
    isNumbered: true,
    columns: ['dedupe_key', 'content'],
    where: sql`content::text like '%sealed:%'`,
    atOnce: 200,
    async sealAnew({ row, keys }) {
      const dedupeKey = String(row.dedupe_key);
      const opened = openLinks(row.content as MailContent, keys, dedupeKey);
      if (!opened) return 'lost';
      if (opened.isCurrent) return 'current';
      return { content: JSON.stringify(sealLinks(opened.content, keys.secret, dedupeKey)) };
    },
  },
  {
    what: '受領証明書の確認コード',
    table: 'receipts',
    id: 'number',
    columns: ['verify_code_hash', 'sealed_verify_code'],
    where: sql`true`,
    atOnce: 200,
    async sealAnew({ id: number, row, keys }) {
      const printed = printedCode(
        {
          number,
          verifyCodeHash: String(row.verify_code_hash),
          sealedVerifyCode: row.sealed_verify_code as string | null,
        },
        keys,
      );
      if (!printed) return 'lost';
      if (printed.isCurrent) return 'current';
      return { sealed_verify_code: sealCode(number, printed.code, keys.secret) };
    },
  },
  {
    what: '銀行に渡すファイル',
    table: 'transfer_files',
    id: 'id',
    columns: ['sealed_content'],
    where: sql`sealed_content is not null`,
    atOnce: 20,
    async sealAnew({ id, row, keys }) {
      const opened = openFile(id, String(row.sealed_content), keys);
      if (!opened) return 'lost';
      if (opened.isCurrent) return 'current';
      return { sealed_content: sealFile(id, opened.bytes, keys.secret) };
    },
  },
  {
    what: '公開記録に署名する鍵',
    table: 'log_keys',
    id: 'verifier',
    columns: ['sealed_seed'],
    where: sql`true`,
    atOnce: 20,
    async sealAnew({ id: verifier, row, keys }) {
      const opened = openSeed(verifier, String(row.sealed_seed), keys);
      if (!opened) return 'lost';
      if (opened.isCurrent) return 'current';
      return { sealed_seed: sealSeed(verifier, opened.text, keys.secret) };
    },
  },
  {
    what: '本人確認の書類',
    table: 'identity_papers',
    id: 'id',
    columns: ['file_name'],
    where: sql`true`,
    atOnce: 5,
    async sealAnew({ id, row, keys, files }) {
      const name = String(row.file_name);
      const { seal, open, isCurrent } = paperSeal(keys);
      const sealed = await files.read(name);
      // The file is not written yet, or already removed: there is only the row.
      if (!sealed || isCurrent(sealed, id)) return 'current';
      const opened = open(sealed, id);
      if (!opened) return 'lost';
      // The row is locked meanwhile, so that the file cannot be deleted before it is written.
      await files.write(name, seal(opened, id));
      return {};
    },
  },
];
