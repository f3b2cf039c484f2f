import { api } from '#kit/client/api.ts';
import { progressTransport } from '#kit/client/progress-transport.ts';
import type { BankAnswerChoice, BankAnswerResult } from '#money/bank-answers/bank-answer.ts';
import type { BankColumns } from '#money/bank-answers/bank-columns.ts';

/** The bytes as they were when they were tried: the same are taken. */
type Sent = { name: string; bytes: Blob };
export type Asked = { sent: Sent; answer: BankAnswerResult };

/** Sends a bank's statement; a dry run only says what it would do. */
export async function askBank(
  sent: Sent,
  {
    isDry,
    columns,
    choices,
    seen,
    columnsVersion,
    onProgress,
  }: {
    isDry: boolean;
    columns?: BankColumns | undefined;
    choices?: BankAnswerChoice[];
    /** Of the trial that is taken: refused where it would be another by now. */
    seen?: string;
    columnsVersion?: number;
    /** Told the sent share, 0 to 1. */
    onProgress?: (share: number) => void;
  },
): Promise<Asked> {
  const body = new FormData();
  // Before the file, so that they are there once its bytes come.
  if (columns) body.append('columns', JSON.stringify(columns));
  if (choices) body.append('choices', JSON.stringify(choices));
  if (seen !== undefined) body.append('seen', JSON.stringify(seen));
  if (columnsVersion !== undefined) body.append('columnsVersion', String(columnsVersion));
  body.append('file', sent.bytes, sent.name);
  const answer = await api<BankAnswerResult>(`/api/office/bank-answers?dryRun=${isDry}`, {
    body,
    ...(onProgress && { transport: progressTransport(onProgress) }),
  });
  return { sent, answer };
}
