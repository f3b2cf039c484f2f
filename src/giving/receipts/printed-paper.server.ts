import type { Dependencies } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import type { Secrets } from '#kit/keys/secrets.server.ts';
import type { PaperRecord } from './paper-record.server.ts';
import type { ReceiptPaper } from './receipt-paper.server.ts';
import { printedCode } from './verify-code.server.ts';

export type SealPictures = { read(id: string): Promise<{ bytes: Uint8Array } | undefined> };
type PaperDeps = Secrets & Pick<Dependencies, 'publicUrl'> & { images: SealPictures };

/** Adds seal and code to a paper's record. Refuses (Conflict) if no key opens the code any more. */
export async function printedPaper(record: PaperRecord, deps: PaperDeps): Promise<ReceiptPaper> {
  const code = printedCode(record, deps)?.code;
  // The SECRET of the code is gone, and a paper with another code could not be verified.
  if (code === undefined) {
    throw refuse('Conflict', '確認コードを作り直すため、この証明書を再発行してください。');
  }
  const verifyUrl = `${verifyPageOf(record, deps)}#${new URLSearchParams({ number: record.number, code })}`;
  return { ...(await drawn(record, deps)), code, verifyUrl };
}

/** Copy for the organisation. It proves nothing, so it has no code. */
export const copiedPaper = async (record: PaperRecord, deps: PaperDeps): Promise<ReceiptPaper> => ({
  ...(await drawn(record, deps)),
  code: '控えには記載しません',
  verifyUrl: verifyPageOf(record, deps),
});

const verifyPageOf = ({ stated }: PaperRecord, { publicUrl }: PaperDeps) =>
  stated.verifyPage ?? `${publicUrl}/verify`;

async function drawn(
  record: PaperRecord,
  { images }: PaperDeps,
): Promise<Omit<ReceiptPaper, 'code' | 'verifyUrl'>> {
  const { number, stated } = record;
  return {
    number,
    kind: record.kind,
    year: record.year,
    amountYen: record.amountYen,
    donorName: record.donorName,
    donorAddress: record.donorAddress,
    issuedAt: record.issuedAt,
    replaces: record.replaces,
    gifts: record.lines.map(({ receivedOn, amountYen, appraisalId }) => ({
      ...{ receivedOn, amountYen, appraisalId },
    })),
    stated,
    seal: await sealOf(stated, images),
    isSample: record.isSample,
  };
}

/** Seal that a paper was issued with. */
const sealOf = async ({ sealImageId }: ReceiptPaper['stated'], images: SealPictures) =>
  sealImageId === undefined ? undefined : (await images.read(sealImageId))?.bytes;
