import type { Templates } from '#people/mail/compose.server.ts';

export type ResultsMails = {
  'results-not-released': { fileName: string; reason: string; batchId: string };
};

/** Mails about results that wait. */
export const resultsMails: Templates<ResultsMails> = {
  'results-not-released': ({ fileName, reason, batchId }, siteUrl) => ({
    values: { 取り込みの名前: fileName, 確定できなかった理由: reason },
    name: '',
    blocks: [
      {
        facts: [
          ['取り込み', fileName],
          ['理由', reason],
        ],
      },
      { button: '査定結果を確かめる', url: `${siteUrl}/admin/results/${batchId}` },
    ],
  }),
};
