import type { MailKindFacts } from './mail-words.ts';

/** Texts of mails about people who work for the service, and about pending approvals. */
export const peopleWords = {
  invitation: {
    purpose: '運営や団体の担当者への招待',
    recipient: '招待された方',
    variables: ['招待先', '役割', '有効な日数'],
    words: {
      subject: '【たすき】{{招待先}}への招待が届いています',
      opening: '{{招待先}}に招待されました。\n次のリンクから、内容を確かめてお引き受けください。',
      closing: '',
    },
  },
  'role-changed': {
    purpose: '役割が変わったこと',
    recipient: 'ご本人',
    variables: ['お名前', 'これまでの役割', 'これからの役割'],
    words: {
      subject: '【たすき】役割が変わりました',
      opening: 'たすきでのあなたの役割が変わりました。',
      closing: '',
    },
  },
  'promises-overdue': {
    purpose: 'お約束の日を過ぎたお申し込みがあること',
    recipient: '運営者',
    variables: ['件数'],
    words: {
      subject: '【たすき】お約束の日を過ぎたお申し込みがあります（{{件数}}）',
      opening:
        'お約束の日を過ぎたお申し込みがあります。一覧で内容を確かめ、遅れる方にはご連絡をお願いします。',
      closing: '',
    },
  },
  'approval-waiting': {
    purpose: '依頼が承認を待っていること',
    recipient: '承認できる人',
    variables: ['依頼の内容'],
    words: {
      subject: '【たすき】承認をお待ちしています（{{依頼の内容}}）',
      opening: '次の依頼が、もう1人の承認を待っています。内容を確かめて、ご判断ください。',
      closing: '',
    },
  },
  'approval-delayed': {
    purpose: '承認できる人がほかにいない依頼を、1日おいて反映すること',
    recipient: '依頼した人',
    variables: ['依頼の内容', '反映の予定'],
    words: {
      subject: '【たすき】1日おいて反映します（{{依頼の内容}}）',
      opening:
        'ほかに承認できる人がいないため、次の依頼は1日おいて自動で反映します。お心当たりのないときは、それまでに取り下げ、パスワードを変えてください。',
      closing: '',
    },
  },
  'approval-decided': {
    purpose: '依頼の結果',
    recipient: '依頼した人',
    variables: ['依頼の内容', '依頼の結果'],
    words: {
      subject: '【たすき】依頼の結果：{{依頼の結果}}（{{依頼の内容}}）',
      opening: 'ご依頼の結果をお知らせします。',
      closing: '',
    },
  },
  'bank-account-asked': {
    purpose: '団体の振込先の口座の変更が依頼されたこと',
    recipient: '団体の編集できる担当者と、掲載申請の連絡先',
    variables: ['団体'],
    words: {
      subject: '【たすき】振込先の口座の変更を承っています（{{団体}}）',
      opening:
        '{{団体}}の振込先の口座について、次の変更の依頼がありました。運営の確認のあとで変わります。お心当たりのないときは、すぐにお知らせください。',
      closing: '',
    },
  },
  'bank-account-changed': {
    purpose: '団体の振込先の口座が変わったこと',
    recipient: '団体の編集できる担当者と、掲載申請の連絡先',
    variables: ['団体'],
    words: {
      subject: '【たすき】振込先の口座が変わりました（{{団体}}）',
      opening:
        '{{団体}}の振込先の口座が、次のとおり変わりました。1日たってから、この口座への送金を始めます。お心当たりのないときは、すぐにお知らせください。',
      closing: '',
    },
  },
  'bank-account-confirmed': {
    purpose: '振込が戻ってきた口座が正しいと確認できたこと',
    recipient: '団体の編集できる担当者と、掲載申請の連絡先',
    variables: ['団体'],
    words: {
      subject: '【たすき】振込先の口座を確認しました（{{団体}}）',
      opening:
        '{{団体}}へのお振り込みが戻ってきたため、送金を止めておりました。口座が正しいことを確認しましたので、次の送金から、もう一度この口座へお振り込みします。口座に誤りがあるときは、お手数ですがお知らせください。',
      closing: '',
    },
  },
} as const satisfies Record<string, MailKindFacts>;
