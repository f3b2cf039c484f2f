import type { Templates } from '#people/mail/compose.server.ts';

export type AccountMails = {
  welcome: { name: string };
  'setup-link': { setupUrl: string };
  'verify-email': { name: string; verifyUrl: string };
  reset: { name: string; resetUrl: string; validMinutes: number };
  'confirm-email-change': { name: string; verifyUrl: string };
  'email-change-asked': { name: string; newEmail: string; undoUrl: string };
  'email-changed': { name: string; newEmail: string; undoUrl: string };
  'undo-ended': Record<string, never>;
  'sign-in-changed': { name: string; change: string; when: string; device: string };
  'facts-corrected': { name: string; parts: readonly string[]; appraisalId: string | undefined };
  'records-merged': MergeOfRecords;
  'records-unmerged': MergeOfRecords;
  'service-tied': { name: string; service: string };
  'service-untied': { name: string; service: string };
};

type MergeOfRecords = {
  name: string;
  /** The record that keeps everything after a merge, the one merged into it, or a guest's. */
  side: 'kept' | 'left' | 'guest';
  /** Counts of what moved, such as "お申し込み", "3件". */
  moved: readonly (readonly [label: string, count: string])[];
};

/** Leaves out the other's address: the merge may have been requested by a stranger. */
const mergeObjection = (siteUrl: string) =>
  [
    {
      text: 'お心当たりがないとき、内容が違うときは、すぐにお問い合わせください。お調べして、元に戻します。',
    },
    { button: 'お問い合わせ', url: `${siteUrl}/contact` },
  ] as const;

const mergedWords: Record<MergeOfRecords['side'], string> = {
  kept: 'ご依頼により、同じ方の別の記録を、このメールアドレスのアカウントにまとめました。マイページでご覧いただけます。',
  left: 'ご依頼により、このメールアドレスのアカウントの記録を、同じ方の別のアカウントにまとめました。これからは、もう一方のアカウントでログインしてください。',
  guest:
    'ご依頼により、このメールアドレスでのお申し込みを、同じ方のアカウントにまとめました。これからは、そのアカウントのマイページでご覧いただけます。',
};
const unmergedWords: Record<MergeOfRecords['side'], string> = {
  kept: 'このメールアドレスのアカウントにまとめていた別の記録を、もとの記録に戻しました。',
  left: '別のアカウントにまとめていた記録を、このメールアドレスのアカウントに戻しました。これまでどおりログインできます。',
  guest: '別のアカウントにまとめていたお申し込みを、このメールアドレスのお申し込みに戻しました。',
};

/** Mails about a person's own sign-in. `siteUrl` has no trailing slash. */
export const accountMails: Templates<AccountMails> = {
  welcome: ({ name }, siteUrl) => ({
    values: { お名前: name, マイページ: `${siteUrl}/mypage` },
    name,
    blocks: [
      { part: 'body' },
      { button: '団体を探す', url: `${siteUrl}/search` },
      { part: 'closing', isNote: true },
    ],
  }),
  'setup-link': ({ setupUrl }) => ({
    values: {},
    name: '',
    blocks: [
      { button: '開設をはじめる', url: setupUrl, isSecret: true },
      {
        note: 'リンクは一度だけ使えます。サーバーを起動し直すと、前のリンクは使えなくなり、新しいリンクをお送りします。',
      },
    ],
  }),
  'verify-email': ({ name, verifyUrl }) => ({
    values: { お名前: name },
    name,
    blocks: [{ button: 'メールアドレスを確認する', url: verifyUrl, isSecret: true }],
  }),
  reset: ({ name, resetUrl, validMinutes }) => ({
    values: { お名前: name, 有効な時間: `${validMinutes}分` },
    name,
    blocks: [
      { button: 'パスワードを再設定する', url: resetUrl, isSecret: true },
      {
        note: 'お申し出に覚えがないときは、何もなさらなくて大丈夫です。いまのパスワードがそのまま使えます。',
      },
    ],
  }),
  'confirm-email-change': ({ name, verifyUrl }) => ({
    values: { お名前: name },
    name,
    blocks: [
      { button: 'このメールアドレスに変更する', url: verifyUrl, isSecret: true },
      {
        note: 'お申し出に覚えがないときは、何もなさらなくて大丈夫です。リンクを開かないかぎり、変更されません。',
      },
    ],
  }),
  'email-change-asked': ({ name, newEmail, undoUrl }) => ({
    values: { お名前: name },
    name,
    blocks: [
      { facts: [['新しいメールアドレス', newEmail]], isTyped: true },
      {
        text: 'お申し出に覚えがないときは、すぐに次のリンクから変更を止めてください。すべての端末からログアウトし、パスワードを決め直していただきます。',
      },
      { button: '変更を止める', url: undoUrl, isSecret: true },
    ],
  }),
  'email-changed': ({ name, newEmail, undoUrl }) => ({
    values: { お名前: name },
    name,
    isWarning: true,
    blocks: [
      { facts: [['新しいメールアドレス', newEmail]], isTyped: true },
      {
        text: '変更した覚えがないときは、すぐに次のリンクから元のメールアドレスに戻し、パスワードを変えてください。',
      },
      { button: '元のメールアドレスに戻す', url: undoUrl, isSecret: true },
    ],
  }),
  'undo-ended': (_data, siteUrl) => ({
    values: {},
    name: '',
    blocks: [
      { text: 'お心当たりのないときは、すぐにお問い合わせください。' },
      { button: 'お問い合わせ', url: `${siteUrl}/contact` },
    ],
  }),
  'sign-in-changed': ({ name, change, when, device }, siteUrl) => ({
    values: { お名前: name, 変更の内容: change },
    name,
    isWarning: true,
    blocks: [
      {
        facts: [
          ['日時', `${when}（日本時間）`],
          ...(device === '' ? [] : [['端末', device] as const]),
        ],
      },
      { text: 'ご自身の操作でしたら、何もなさらなくて大丈夫です。' },
      {
        text: 'お心当たりのないときは、ほかの人がログインしているおそれがあります。すぐに次のボタンからパスワードを再設定してください。再設定が済むと、すべての端末がログアウトします。',
      },
      { button: 'パスワードを再設定する', url: `${siteUrl}/reset-password` },
      {
        note: `再設定のあとで、アカウント設定の「ログイン中の端末」と「ログインの方法」もお確かめください。\n${siteUrl}/mypage/account`,
      },
    ],
  }),
  'facts-corrected': ({ name, parts, appraisalId }, siteUrl) => ({
    values: { お名前: name, 変更した記録: appraisalId === undefined ? 'ご登録' : 'お申し込み' },
    name,
    isWarning: true,
    blocks: [
      {
        facts: [
          ['変更した内容', parts.join('、')],
          ...(appraisalId === undefined ? [] : [['申込番号', appraisalId] as const]),
        ],
      },
      {
        note:
          appraisalId === undefined
            ? `いまの内容は、アカウント設定でご覧いただけます。\n${siteUrl}/mypage/account`
            : 'いまの内容は、お申し込みの控えのメールにあるリンクからご覧いただけます。',
      },
      {
        text: 'お申し出に覚えがないとき、内容が違うときは、すぐにお問い合わせください。元に戻します。',
      },
      { button: 'お問い合わせ', url: `${siteUrl}/contact` },
    ],
  }),
  'records-merged': ({ name, side, moved }, siteUrl) => ({
    values: { お名前: name },
    name,
    isWarning: true,
    blocks: [{ text: mergedWords[side] }, { facts: moved }, ...mergeObjection(siteUrl)],
  }),
  'records-unmerged': ({ name, side, moved }, siteUrl) => ({
    values: { お名前: name },
    name,
    isWarning: true,
    blocks: [{ text: unmergedWords[side] }, { facts: moved }, ...mergeObjection(siteUrl)],
  }),
  'service-tied': ({ name, service }, siteUrl) => ({
    values: { お名前: name, サービス: service },
    name,
    isWarning: true,
    blocks: [
      { facts: [['追加したサービス', service]] },
      {
        text: '追加した覚えがないときは、すぐにアカウント設定の「ログインの方法」でこのサービスを解除し、パスワードを変えてください。',
      },
      { button: 'アカウント設定を開く', url: `${siteUrl}/mypage/account` },
    ],
  }),
  'service-untied': ({ name, service }, siteUrl) => ({
    values: { お名前: name, サービス: service },
    name,
    isWarning: true,
    blocks: [
      { facts: [['解除したサービス', service]] },
      {
        text: '解除した覚えがないときは、すぐにパスワードを変え、アカウント設定の「ログイン中の端末」をお確かめください。',
      },
      { button: 'アカウント設定を開く', url: `${siteUrl}/mypage/account` },
    ],
  }),
};
