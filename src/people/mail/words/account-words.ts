import type { MailKindFacts } from './mail-words.ts';

const person = 'ご本人';

/** Texts of mails about a person's own sign-in. The advice for a stranger's sign-in cannot be edited. */
export const accountWords = {
  welcome: {
    purpose: '会員登録のお礼と、はじめかたのご案内',
    recipient: '登録した方',
    variables: ['お名前', 'マイページ'],
    words: {
      subject: '【たすき】ご登録ありがとうございます',
      opening:
        'たすきへのご登録、ありがとうございます。\n着なくなった服やバッグを、応援したい団体への寄付に変えられます。',
      body: 'まずは、応援したい団体を探してみませんか。',
      closing: 'お申し込みの状況と寄付の履歴は、マイページでご覧いただけます。\n{{マイページ}}',
    },
  },
  'setup-link': {
    purpose: 'サービスの開設をはじめるリンク',
    recipient: 'サービスを始める人',
    variables: [],
    words: {
      subject: '【たすき】サービスの開設をはじめましょう',
      opening:
        'たすきのサーバーが起動しました。\n運営する人がまだいないため、このリンクを最初に開いた方が、運営の責任者になります。',
      closing: '',
    },
  },
  'verify-email': {
    purpose: '登録したメールアドレスの確認',
    recipient: '登録した方',
    variables: ['お名前'],
    words: {
      subject: '【たすき】メールアドレスの確認をお願いします',
      opening:
        'このメールアドレスがご本人のものか、確認させてください。\n次のリンクを開き、「メールアドレスを確認する」を押すと、確認が終わります。',
      closing: '',
    },
  },
  reset: {
    purpose: 'パスワードを決め直すリンク',
    recipient: '再設定を申し出た方',
    variables: ['お名前', '有効な時間'],
    words: {
      subject: '【たすき】パスワードの再設定',
      opening:
        'パスワードの再設定を承りました。\n{{有効な時間}}以内に次のリンクから、新しいパスワードを決めてください。',
      closing: '',
    },
  },
  'confirm-email-change': {
    purpose: '変更先のメールアドレスの確認',
    recipient: '新しいメールアドレス',
    variables: ['お名前'],
    words: {
      subject: '【たすき】新しいメールアドレスの確認をお願いします',
      opening:
        'ログインに使うメールアドレスを、このアドレスに変更するお申し出がありました。\n24時間以内に次のリンクを開き、画面のボタンを押すと、変更が終わります。',
      closing: '',
    },
  },
  'email-change-asked': {
    purpose: 'メールアドレスの変更の申し出があったこと',
    recipient: 'いまのメールアドレス',
    variables: ['お名前'],
    words: {
      subject: '【たすき】メールアドレスの変更のお申し出がありました',
      opening:
        'ログインに使うメールアドレスを変更するお申し出がありました。\n新しいメールアドレスでの確認が済むと、変更されます。',
      closing: '',
    },
  },
  'email-changed': {
    purpose: 'メールアドレスが変わったこと',
    recipient: '前のメールアドレス',
    variables: ['お名前'],
    words: {
      subject: '【たすき】メールアドレスを変更しました',
      opening: 'ログインに使うメールアドレスを変更しました。',
      closing: '',
    },
  },
  'undo-ended': {
    purpose: '元のメールアドレスに戻せなくなったこと',
    recipient: '前のメールアドレス',
    variables: [],
    words: {
      subject: '【たすき】このメールアドレスは、アカウントから外れました',
      opening:
        '以前このメールアドレスでご利用いただいていたアカウントで、別のメールアドレスの確認が済みました。\nお送りしていた「元のメールアドレスに戻す」リンクは、使えなくなりました。',
      closing: '',
    },
  },
  'sign-in-changed': {
    purpose: 'ログインの設定が変わったこと、新しい端末でのログイン',
    recipient: person,
    variables: ['お名前', '変更の内容'],
    words: { subject: '【たすき】{{変更の内容}}', opening: '{{変更の内容}}。', closing: '' },
  },
  'facts-corrected': {
    purpose: '運営が登録やお申し込みの内容を直したこと',
    recipient: person,
    variables: ['お名前', '変更した記録'],
    words: {
      subject: '【たすき】{{変更した記録}}の内容を変更しました',
      opening:
        'お電話などで承ったとおり、運営の担当者が次の内容を変更しました。安全のため、変更の前とあとの内容は、このメールには書いていません。',
      closing: '',
    },
  },
  'records-merged': {
    purpose: '運営が同じ方の記録をまとめたこと',
    recipient: '両方の記録のメールアドレス',
    variables: ['お名前'],
    words: { subject: '【たすき】寄付の記録をまとめました', opening: '', closing: '' },
  },
  'records-unmerged': {
    purpose: '運営がまとめた記録を元に戻したこと',
    recipient: '両方の記録のメールアドレス',
    variables: ['お名前'],
    words: { subject: '【たすき】まとめた寄付の記録を元に戻しました', opening: '', closing: '' },
  },
  'service-tied': {
    purpose: 'ログインの方法が増えたこと',
    recipient: person,
    variables: ['お名前', 'サービス'],
    words: {
      subject: '【たすき】ログインの方法を追加しました',
      opening: 'ログインの方法を追加しました。次から、このサービスでもログインできます。',
      closing: '',
    },
  },
  'service-untied': {
    purpose: 'ログインの方法が減ったこと',
    recipient: person,
    variables: ['お名前', 'サービス'],
    words: {
      subject: '【たすき】ログインの方法を解除しました',
      opening: 'ログインの方法を解除しました。これからは、このサービスではログインできません。',
      closing: '',
    },
  },
} as const satisfies Record<string, MailKindFacts>;
