/** The legal texts in the order of their list. */
export const legalTexts = {
  terms: { label: '利用規約', path: '/terms' },
  privacy: { label: 'プライバシーポリシー', path: '/privacy' },
  commerce: { label: '特定商取引法に基づく表記', path: '/commerce' },
} as const;
export type LegalKey = keyof typeof legalTexts;
export const legalKeys = Object.keys(legalTexts) as readonly LegalKey[];

/** Texts that people accept: earlier and upcoming versions stay readable. */
export const agreedTexts = ['terms', 'privacy'] as const satisfies readonly LegalKey[];

/** A legal text as written: Markdown, in which headings are articles. */
export type LegalText = { title: string; body: string };

/** Placeholders `{{name}}` of a text, filled in when it is shown. */
export const legalVariables = {
  operatorName: '運営者の名称',
  representative: '代表者',
  address: '所在地',
  phone: '電話番号',
  phoneHours: '電話の受付時間',
  email: 'メールアドレス',
  dealerName: '古物商の名称',
  dealerCommission: '許可をした公安委員会',
  dealerLicence: '古物商の許可証番号',
  privacyOfficer: '個人情報の管理の責任者',
  privacyEmail: '個人情報の窓口のメールアドレス',
  maxBoxes: '一度に申し込める箱の数',
  sellerAge: '買取寄付ができる年齢',
  identityCheckFromYen: '本人確認が必要になる買取の合計（円）',
  receiptWho: '受領証明書を受けられる方',
  receiptHow: '受領証明書の発行の方法',
  receiptDay: '受領証明書の日付',
  receiptSum: '受領証明書の金額',
} as const;
export type LegalVariable = keyof typeof legalVariables;

/** Paragraphs `{{name}}` of the privacy policy that are replaced by generated tables. */
export const legalTables = {
  collectedData: 'お預かりする情報',
  dataRecipients: '個人情報を提供する先',
  retentionTimes: '保存の期間',
  storedInBrowser: 'ブラウザーに保存するもの',
  outsideRecipients: '外部へ送信する情報',
} as const;
export type LegalTable = keyof typeof legalTables;

const variablePattern = /\{\{\s*([\w-]+)\s*\}\}/g;

/** Unknown placeholders in a text. */
export function unknownVariables(text: string): string[] {
  const names = [...text.matchAll(variablePattern)].map(([, name = '']) => name);
  return [...new Set(names)].filter(
    (name) => !Object.hasOwn(legalVariables, name) && !Object.hasOwn(legalTables, name),
  );
}

/** Replaces the placeholders of a text; unknown ones are kept. */
export const withVariables = (
  text: string,
  values: Readonly<Record<LegalVariable, string>>,
): string =>
  text.replaceAll(variablePattern, (typed, name: string) =>
    Object.hasOwn(values, name) ? values[name as LegalVariable] : typed,
  );

/** The table that a paragraph stands for; undefined for ordinary text. */
export function tableOf(text: string): LegalTable | undefined {
  const name = /^\s*\{\{\s*(\w+)\s*\}\}\s*$/.exec(text)?.[1] ?? '';
  return Object.hasOwn(legalTables, name) ? (name as LegalTable) : undefined;
}
