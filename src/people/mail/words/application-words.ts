import {
  applicationStateFacts,
  onHoldMessage,
  ownCartonMessage,
} from '#giving/applications/application-state.ts';
import type { MailKindFacts } from './mail-words.ts';

const donor = 'お申し込みの方';
const about = ['お名前', '申込番号', '寄付先'] as const;

/** Texts of mails about an application, from receipt to remittance. */
export const applicationWords = {
  'application-received': {
    purpose: 'お申し込みの控え',
    recipient: donor,
    variables: [...about, 'お品物', '箱の数', 'お届け希望日', 'お届け時間帯'],
    words: {
      subject: '【たすき】お申し込みを受け付けました（{{申込番号}}）',
      opening: `このたびは、たすきにお申し込みいただき、ありがとうございます。\n${applicationStateFacts.applied.message}`,
      body: '箱をお送りするまでは、次のページでお届け先と希望日の変更、お申し込みの取り消しができます。',
      closing: '',
    },
  },
  'own-carton-received': {
    purpose: 'お申し込みの控え（ご自分の箱で送る方）',
    recipient: donor,
    variables: [...about, 'お品物', '箱の数'],
    words: {
      subject: '【たすき】お申し込みを受け付けました（{{申込番号}}）',
      opening: `このたびは、たすきにお申し込みいただき、ありがとうございます。\n${ownCartonMessage}`,
      body: '次のページで、箱に貼るラベルの印刷、集荷のご希望、ご住所の変更、お申し込みの取り消しができます。',
      closing: '',
    },
  },
  'application-corrected': {
    purpose: 'お届け先や希望日の変更の控え',
    recipient: donor,
    variables: [...about, 'お届け希望日', 'お届け時間帯'],
    words: {
      subject: '【たすき】お届け先・希望日を変更しました（{{申込番号}}）',
      opening: 'お申し込みのお届け先と希望日を、ご指定の内容に変更しました。',
      body: 'お届け先のご住所は、状況のページでご確認いただけます。',
      closing: '',
    },
  },
  'own-carton-corrected': {
    purpose: 'ご住所の変更の控え（ご自分の箱で送る方）',
    recipient: donor,
    variables: about,
    words: {
      subject: '【たすき】ご住所を変更しました（{{申込番号}}）',
      opening: 'お申し込みのご住所を、ご指定の内容に変更しました。',
      body: '新しいご住所は、状況のページでご確認いただけます。',
      closing: '',
    },
  },
  'kit-sent': {
    purpose: '箱をお送りしたこと',
    recipient: donor,
    variables: about,
    words: {
      subject: '【たすき】箱をお送りしました（{{申込番号}}）',
      opening: applicationStateFacts['kit-sent'].message,
      body: 'お品物は、お洗濯のうえ、ポケットの中をお確かめになってからお入れください。',
      closing: '',
    },
  },
  'kit-tracking': {
    purpose: 'お送りした箱の送り状番号',
    recipient: donor,
    variables: about,
    words: {
      subject: '【たすき】箱の送り状番号のお知らせ（{{申込番号}}）',
      opening:
        'お送りした箱の送り状番号が決まりましたので、お知らせします。\n運送会社のページで番号を入力すると、お届けの状況をご覧いただけます。',
      closing: '',
    },
  },
  'pickup-arranged': {
    purpose: '箱の集荷を手配したこと',
    recipient: donor,
    variables: [...about, '集荷の日', '集荷の時間帯', '箱の数'],
    words: {
      subject: '【たすき】集荷を手配しました（{{申込番号}}）',
      opening: '箱の集荷を手配しました。次の日時に、運送会社が箱を受け取りに伺います。',
      body: 'それまでに、お品物を箱に詰め、ふたをテープで留めておいてください。着払いの伝票は、集荷の方がお持ちします。',
      closing: '日時の変更や集荷の取り消しは、お手数ですが、お早めにお問い合わせください。',
    },
  },
  'pickup-taken-back': {
    purpose: 'お知らせした集荷の手配の取り消し',
    recipient: donor,
    variables: [...about, '集荷の日', '集荷の時間帯'],
    words: {
      subject: '【たすき】集荷の手配を取り消しました（{{申込番号}}）',
      opening: '先にお知らせした、次の集荷の手配を取り消しました。',
      body: '集荷のご希望は、承ったままです。日時の変更や集荷の取り消しは、次のページからお手続きいただけます。改めて手配しましたら、お知らせします。',
      closing: '',
    },
  },
  'parcel-trouble': {
    purpose: 'お送りした箱が調査中・紛失・破損となったこと',
    recipient: donor,
    variables: [...about, '箱の状況'],
    words: {
      subject: '【たすき】お送りした箱についてのお知らせ（{{申込番号}}）',
      opening:
        'お送りした箱について、運送会社から次の連絡がありました。お待ちいただいているところ、ご心配をおかけして申し訳ございません。',
      body: '担当者が運送会社に確かめています。わかりましたら、改めてお知らせします。お急ぎのときは、お問い合わせください。',
      closing: '',
    },
  },
  'parcel-found': {
    purpose: '調査中などの箱が見つかったこと',
    recipient: donor,
    variables: [...about, '箱の状況'],
    words: {
      subject: '【たすき】お送りした箱が見つかりました（{{申込番号}}）',
      opening: '運送会社に確かめていた箱が見つかりました。お待たせして申し訳ございませんでした。',
      body: '箱が届かないとき、傷んでいるときは、お手数ですが、お問い合わせください。',
      closing: '',
    },
  },
  'parcel-given-up': {
    purpose: '調査中などの箱をお届けできなくなったこと',
    recipient: donor,
    variables: [...about, '箱の状況'],
    words: {
      subject: '【たすき】お送りした箱をお届けできませんでした（{{申込番号}}）',
      opening:
        '運送会社に確かめていた箱は、お届けできないことがわかりました。お待ちいただいたのに、申し訳ございません。',
      body: 'これからのことは、担当者から改めてご連絡します。お申し込みは、承ったままです。',
      closing: '',
    },
  },
  'goods-received': {
    purpose: 'お品物が届いたこと',
    recipient: donor,
    variables: about,
    words: {
      subject: '【たすき】お品物が届きました（{{申込番号}}）',
      opening: applicationStateFacts['goods-received'].message,
      closing: '',
    },
  },
  'identity-due': {
    purpose: '本人確認のお願い',
    recipient: donor,
    variables: [...about, '査定金額'],
    words: {
      subject: '【たすき】ご本人の確認をお願いします（{{申込番号}}）',
      opening: onHoldMessage,
      body: '次のページから、本人確認の書類を2点お送りください。暗号化してお預かりし、運営者だけが確認します。会員の方は、寄付の履歴からもお送りいただけます。',
      closing: '',
    },
  },
  'identity-returned': {
    purpose: '本人確認の書類をもう一度お送りいただくお願い',
    recipient: donor,
    variables: about,
    words: {
      subject: '【たすき】本人確認の書類をもう一度お送りください（{{申込番号}}）',
      opening:
        '本人確認の書類をお送りくださり、ありがとうございました。次の理由で確認できませんでしたので、お手数ですが、もう一度お送りください。お預かりした書類は消去しました。',
      closing: '',
    },
  },
  'donation-completed': {
    purpose: 'ご寄付が決まったこと',
    recipient: donor,
    variables: [...about, '寄付金額'],
    words: {
      subject: '【たすき】ご寄付が決まりました（{{申込番号}}）',
      opening: applicationStateFacts.donated.message,
      closing: '',
    },
  },
  remitted: {
    purpose: 'ご寄付を送金したこと',
    recipient: donor,
    variables: about,
    words: {
      subject: '【たすき】ご寄付を送金しました（{{申込番号}}）',
      opening: applicationStateFacts.remitted.message,
      closing: '',
    },
  },
  'goods-sold': {
    purpose: 'お品物がすべて売れたこと（一度だけ）',
    recipient: donor,
    variables: about,
    words: {
      subject: '【たすき】お品物の売却が終わりました（{{申込番号}}）',
      opening:
        'お送りくださったお品物の売却が、すべて終わりました。ていねいに選んで、送ってくださり、ありがとうございました。',
      body: '一点ずつの行き先と、寄付金のその後は、次のページでご覧いただけます。',
      closing: '寄付額は査定の日に決まり、売れた額によって増えることも減ることもありません。',
    },
  },
  'application-cancelled': {
    purpose: 'お申し込みを取り消したこと',
    recipient: donor,
    variables: about,
    words: {
      subject: '【たすき】お申し込みを取り消しました（{{申込番号}}）',
      opening: applicationStateFacts.cancelled.message,
      closing: '',
    },
  },
  'application-returned': {
    purpose: 'お品物をお返しすること',
    recipient: donor,
    variables: about,
    words: {
      subject: '【たすき】お品物をお返しします（{{申込番号}}）',
      opening: applicationStateFacts.returned.message,
      closing: '',
    },
  },
  'application-unpriced': {
    purpose: '値段が付かなかったこと',
    recipient: donor,
    variables: about,
    words: {
      subject: '【たすき】査定の結果のお知らせ（{{申込番号}}）',
      opening: applicationStateFacts.unpriced.message,
      body: 'せっかくお送りくださったのに、ご希望に添えず心苦しく思います。ご自宅で選び、詰めて、お送りくださったお手間とお気持ちに、心からお礼を申し上げます。',
      closing: '',
    },
  },
  'result-withdrawn': {
    purpose: 'お知らせした査定の結果の取り消し',
    recipient: donor,
    variables: [...about, 'お品物の状況'],
    words: {
      subject: '【たすき】先日のお知らせの訂正（{{申込番号}}）',
      opening:
        '先日お知らせした査定の結果に誤りがありましたので、いったん取り消しました。ご心配をおかけして申し訳ありません。',
      body: '{{お品物の状況}}正しい結果を、改めてお知らせします。',
      closing: '',
    },
  },
  'result-corrected': {
    purpose: 'お知らせした査定の結果を1件だけ訂正したこと',
    recipient: donor,
    variables: [...about, '訂正前の結果', '訂正後の結果'],
    words: {
      subject: '【たすき】査定の結果を訂正しました（{{申込番号}}）',
      opening:
        '先日お知らせした査定の結果に誤りがあり、次のとおり訂正しました。ご心配をおかけして申し訳ありません。',
      body: '詳しい内容は、次のページでご覧いただけます。',
      closing: '',
    },
  },
  'step-taken-back': {
    purpose: 'お知らせしたばかりの進み具合の取り消し',
    recipient: donor,
    variables: [...about, 'いまの状態'],
    words: {
      subject: '【たすき】先ほどのお知らせの取り消し（{{申込番号}}）',
      opening:
        '先ほど、お申し込みの進み具合について、誤ったお知らせをお送りしました。ご心配をおかけして申し訳ありません。お知らせを取り消し、いまの状態を改めてご案内します。',
      body: 'お手続きは、これまでどおり進めています。',
      closing: '',
    },
  },
  'step-corrected': {
    purpose: 'お知らせした進み具合の訂正',
    recipient: donor,
    variables: [...about, 'いまの状態'],
    words: {
      subject: '【たすき】お知らせした進み具合の訂正（{{申込番号}}）',
      opening:
        '以前お知らせしたお申し込みの進み具合に誤りがありましたので、訂正します。ご心配をおかけして申し訳ありません。',
      body: 'ご不明な点は、お気軽にお問い合わせください。',
      closing: '',
    },
  },
  'application-changed': {
    purpose: '運営がお申し込みの内容を変更したこと',
    recipient: 'お申し込みの方（メールアドレスの変更は、前のアドレスにも）',
    variables: about,
    words: {
      subject: '【たすき】お申し込みの内容を変更しました（{{申込番号}}）',
      opening:
        '運営の担当者が、お申し込みの次の内容を変更しました。安全のため、お名前やご住所の内容は、このメールには書いていません。',
      closing: '',
    },
  },
  'kit-reminder': {
    purpose: '箱をお送りして3週間お品物が届かないときのお伺い',
    recipient: donor,
    variables: about,
    words: {
      subject: '【たすき】箱のご準備はいかがですか（{{申込番号}}）',
      opening:
        '箱をお送りしてから3週間がたちましたが、お品物がまだ届いておりません。お忙しいところ恐れ入りますが、ご準備ができましたら箱をお送りください。\nすでにお送りくださっていましたら、どうぞご容赦ください。',
      body: '箱が届いていないときや、お申し込みを取り消したいときは、お問い合わせください。',
      closing: '',
    },
  },
  'own-carton-reminder': {
    purpose: 'ご自分の箱でのお申し込みから3週間お品物が届かないときのお伺い',
    recipient: donor,
    variables: about,
    words: {
      subject: '【たすき】お送りいただく箱のご準備はいかがですか（{{申込番号}}）',
      opening:
        'お申し込みから3週間がたちましたが、お品物がまだ届いておりません。お忙しいところ恐れ入りますが、ご準備ができましたら、ご自分の箱に詰めてお送りください。\nすでにお送りくださっていましたら、どうぞご容赦ください。',
      body: '次のページで、箱に貼るラベルの印刷、集荷のご希望、お申し込みの取り消しができます。',
      closing: '',
    },
  },
  'next-box': {
    purpose: '半年ごとの、次のご寄付のご案内',
    recipient: '案内をご希望の方',
    variables: ['お名前', '寄付先'],
    words: {
      subject: '【たすき】次のご寄付のご案内',
      opening:
        '前回のご寄付から半年がたちました。その節は、「{{寄付先}}」へのご寄付をありがとうございました。\nお使いにならなくなったお品物がありましたら、今回もお役立てください。',
      closing: 'このご案内だけで、新しいお申し込みになることはありません。',
    },
  },
} as const satisfies Record<string, MailKindFacts>;
