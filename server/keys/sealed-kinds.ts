import { type SQL, sql } from 'drizzle-orm';
import { paperSeal } from '#server/identity-checks/paper-seal.ts';
import type { MailContent } from '#server/mail/mail-content.ts';
import { openLinks, sealLinks } from '#server/mail/sealed-links.ts';
import type { FileStore } from '#server/outside/files.ts';
import { printedCode, sealCode } from '#server/receipts/verify-code.ts';
import { openFile, sealFile } from '#server/remittances/sealed-file.ts';
import { openOfProvider, sealedForProvider } from './provider-seal.ts';
import type { Keys } from './read-keys.ts';

type Sealed = { id: string; row: Record<string, unknown>; keys: Keys; files: FileStore };
/** The columns that change, where any does; what is in a file was changed there. */
type Anew = Record<string, string> | 'current' | 'lost';

/** A kind of what is stored under a key: where it lies, and how it is sealed anew. */
export type SealedKind = {
  what: string;
  table: string;
  id: string;
  /** Ids are numbers, not texts. */
  isNumbered?: true;
  /** Read, besides the id. */
  columns: readonly string[];
  where: SQL;
  atOnce: number;
  sealAnew(sealed: Sealed): Promise<Anew>;
  /** The product makes another where none opens. */
  isReplaceable?: true;
};

/** A column that the auth provider's symmetricEncrypt sealed. */
const ofProvider = (
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
    if ((await openOfProvider(keys, data))?.isCurrent) return 'current';
    const anew = await sealedForProvider(keys, data);
    if (anew === undefined) return 'lost';
    return { [column]: more.isJson ? JSON.stringify(anew) : anew };
  },
});

/** Every kind there is: what is not listed here is lost with the key that it was sealed under. */
export const sealedKinds: readonly SealedKind[] = [
  ofProvider('2段階認証の秘密', 'auth_two_factors', 'secret'),
  ofProvider('ログインの署名鍵', 'auth_keys', 'private_key', { isJson: true, isReplaceable: true }),
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
      // Not written yet, or going: its row is all there is.
      if (!sealed || isCurrent(sealed, id)) return 'current';
      const opened = open(sealed, id);
      if (!opened) return 'lost';
      // Its row is locked meanwhile, so that nobody deletes the file before it is written.
      await files.write(name, seal(opened, id));
      return {};
    },
  },
];
