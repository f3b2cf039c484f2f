import type { Context } from '#kit/dependencies.server.ts';
import { refuse } from '#kit/errors/refusal.ts';
import { images } from '#kit/images/images.server.ts';
import type { PaperRecord } from './paper-record.server.ts';
import { printedCode } from './paper-record.server.ts';
import type { ReceiptPaper } from './receipt-paper.server.ts';

/** Adds seal and code to a paper's record. Refuses (Conflict) if no key opens the code any more. */
export async function printedPaper(ctx: Context, record: PaperRecord): Promise<ReceiptPaper> {
  const code = printedCode(record, ctx)?.code;
  // The SECRET of the code is gone, and a paper with another code could not be verified.
  if (code === undefined) {
    throw refuse('Conflict', '確認コードを作り直すため、この証明書を再発行してください。');
  }
  const verifyUrl = `${verifyPageOf(ctx, record)}#${new URLSearchParams({ number: record.number, code })}`;
  return { ...(await drawn(ctx, record)), code, verifyUrl };
}

/** Copy for the organisation. It proves nothing, so it has no code. */
export const copiedPaper = async (ctx: Context, record: PaperRecord): Promise<ReceiptPaper> => ({
  ...(await drawn(ctx, record)),
  code: '控えには記載しません',
  verifyUrl: verifyPageOf(ctx, record),
});

const verifyPageOf = ({ publicUrl }: Context, { stated }: PaperRecord) =>
  stated.verifyPage ?? `${publicUrl}/verify`;

async function drawn(
  ctx: Context,
  record: PaperRecord,
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
    seal: await sealOf(ctx, stated),
    isSample: record.isSample,
  };
}

/** Seal that a paper was issued with. */
const sealOf = async (ctx: Context, { sealImageId }: ReceiptPaper['stated']) =>
  sealImageId === undefined ? undefined : (await images(ctx).read(sealImageId))?.bytes;
