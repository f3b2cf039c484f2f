import { formatYen } from '#kit/values/yen.ts';
import type { Templates } from '#people/mail/compose.server.ts';

export type AssociateMails = {
  'listing-preparing': { id: string; organisationName: string };
  'certification-ending': {
    associateId: string;
    associateName: string;
    number: string;
    /** Formatted: 2026/11/20. */
    lastDay: string;
    daysLeft: number;
    /** Page on which it is managed. */
    path: string;
  };
  'remittance-arrived': {
    associateName: string;
    amountYen: number;
    /** Formatted: 2026/11/20. */
    receivedOn: string;
    /** Number and path of its statement. */
    number: string;
    path: string;
  };
};

/** Mails to the people who manage an organisation. */
export const associateMails: Templates<AssociateMails> = {
  'listing-preparing': ({ id, organisationName }) => ({
    values: { 受付番号: id },
    name: '',
    blocks: [
      {
        facts: [
          ['受付番号', id],
          ['団体', organisationName],
        ],
      },
      { part: 'body' },
      { part: 'closing', isNote: true },
    ],
  }),
  'certification-ending': (data, siteUrl) => ({
    values: {
      団体: data.associateName,
      認定の番号: data.number,
      期限: data.lastDay,
      残りの日数: `${data.daysLeft}日`,
    },
    name: '',
    blocks: [
      {
        facts: [
          ['団体', data.associateName],
          ['認定の番号', data.number],
          ['期限', data.lastDay],
        ],
      },
      { part: 'body' },
      { button: '認定の記録を見る', url: `${siteUrl}${data.path}` },
    ],
  }),
  'remittance-arrived': (data, siteUrl) => {
    const amount = `${formatYen(data.amountYen)}円`;
    return {
      values: {
        団体: data.associateName,
        送金額: amount,
        着金日: data.receivedOn,
        明細書番号: data.number,
      },
      name: '',
      blocks: [
        {
          facts: [
            ['団体', data.associateName],
            ['送金額', amount],
            ['着金日', data.receivedOn],
            ['明細書番号', data.number],
          ],
        },
        { part: 'body' },
        { button: '明細書を見る', url: `${siteUrl}${data.path}` },
      ],
    };
  },
};
