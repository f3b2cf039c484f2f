import { formatYen } from '#kit/values/yen.ts';
import type { Templates } from '#people/mail/compose.server.ts';

export type ReceiptMails = {
  'receipts-issued': {
    name: string;
    /** Year in which the gifts were received. */
    year: number;
    papers: readonly { number: string; associateName: string; amountYen: number }[];
  };
};

const mostNamed = 20;

export const receiptMails: Templates<ReceiptMails> = {
  'receipts-issued': ({ name, year, papers }, siteUrl) => ({
    values: { お名前: name, 件数: `${papers.length}通` },
    name,
    blocks: [
      ...papers.slice(0, mostNamed).map(({ number, associateName, amountYen }) => ({
        facts: [
          ['証明書番号', number],
          ['団体', associateName],
          ['寄付額', `${year}年分 ${formatYen(amountYen)}円`],
        ] as const,
      })),
      ...(papers.length > mostNamed
        ? [{ note: `このほかの${papers.length - mostNamed}通も、同じページにあります。` }]
        : []),
      { button: '受領証明書を開く', url: `${siteUrl}/mypage/receipts` },
    ],
  }),
};
