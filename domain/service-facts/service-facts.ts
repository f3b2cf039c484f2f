/**
 * Who runs the service, as the law requires it to be shown, and where goods go: edited at /admin/settings/service,
 * published in versions. A fact that is not known yet is ''.
 */
export type ServiceFacts = {
  name: string;
  /** As registered, where that is another name. */
  legalName: string;
  representative: string;
  address: string;
  phone: string;
  phoneHours: string;
  email: string;
  privacyOfficer: string;
  privacyEmail: string;
  /** The licence of a dealer in second-hand goods (古物営業法): its holder, its issuer and twelve digits. */
  dealerName: string;
  dealerCommission: string;
  dealerLicence: string;
  dealerGoods: string;
  /** Of an issuer of qualified invoices: T and thirteen digits. */
  invoiceNumber: string;
  /** Who sends the boxes, as their slips say it. */
  senderName: string;
  senderPhone: string;
  senderPostalCode: string;
  senderAddress: string;
  /** Where the boxes are sent to. */
  warehouseAddress: string;
};

/** The facts in the order in which they are asked for. */
export const factLabels: Readonly<Record<keyof ServiceFacts, string>> = {
  name: '運営者の名称',
  legalName: '正式な名称',
  representative: '代表者',
  address: '所在地',
  phone: '電話番号',
  phoneHours: '電話の受付時間',
  email: 'メールアドレス',
  privacyOfficer: '個人情報の管理責任者',
  privacyEmail: '個人情報の窓口のメールアドレス',
  dealerName: '古物商の名称',
  dealerCommission: '許可をした公安委員会',
  dealerLicence: '古物商の許可証番号',
  dealerGoods: '取り扱う古物',
  invoiceNumber: 'インボイスの登録番号',
  senderName: '送り主の名前',
  senderPhone: '送り主の電話番号',
  senderPostalCode: '送り主の郵便番号',
  senderAddress: '送り主の住所',
  warehouseAddress: '倉庫の住所',
};

const factNames = Object.keys(factLabels) as (keyof ServiceFacts)[];

/** What an installation without sample data begins with. */
export const emptyFacts = Object.fromEntries(factNames.map((name) => [name, ''])) as ServiceFacts;

/** What an installation with sample data shows until facts are published; pages mark it as a sample. */
export const sampleFacts: ServiceFacts = {
  name: '株式会社たすき運営（見本）',
  legalName: '',
  representative: '代表取締役　見本 はなこ',
  address: '〒000-0000 見本県みほん市見本町0-0-0',
  phone: '000-0000-0000',
  phoneHours: '平日の10時から17時まで（祝日と年末年始は休み）',
  email: 'support@tasuki.example',
  privacyOfficer: '個人情報保護管理者　見本 たろう',
  privacyEmail: 'privacy@tasuki.example',
  dealerName: '株式会社たすき運営（見本）',
  dealerCommission: '見本県公安委員会',
  dealerLicence: '第000000000000号',
  dealerGoods: '衣類、皮革・ゴム製品類、時計・宝飾品類、道具類',
  invoiceNumber: '',
  senderName: 'たすき運営（見本）',
  senderPhone: '000-0000-0000',
  senderPostalCode: '0000000',
  senderAddress: '見本県みほん市見本町0-0-0',
  warehouseAddress: '〒000-0000 見本県みほん市見本町0-0-0',
};

/** What visitors read of the facts; where goods go is nobody's who has not applied. */
const publicNames = [
  'name',
  'legalName',
  'representative',
  'address',
  'phone',
  'phoneHours',
  'email',
  'privacyOfficer',
  'privacyEmail',
  'dealerName',
  'dealerCommission',
  'dealerLicence',
  'dealerGoods',
  'invoiceNumber',
] as const satisfies (keyof ServiceFacts)[];

export type PublicFacts = Pick<ServiceFacts, (typeof publicNames)[number]> & {
  /** True while nobody has published facts on an installation with sample data. */
  isSample: boolean;
};

export const publicFacts = (facts: ServiceFacts & { isSample: boolean }): PublicFacts =>
  Object.fromEntries(
    ([...publicNames, 'isSample'] as const).map((name) => [name, facts[name]]),
  ) as PublicFacts;

/** What the law wants to be shown (特定商取引法, 個人情報保護法): needed before the service opens. */
const neededFacts = [
  'name',
  'representative',
  'address',
  'phone',
  'phoneHours',
  'email',
  'privacyOfficer',
  'privacyEmail',
] as const;
/** What boxes need to find their way. */
const parcelFacts = [
  'senderName',
  'senderPhone',
  'senderPostalCode',
  'senderAddress',
  'warehouseAddress',
] as const;

const missing = (facts: ServiceFacts, names: readonly (keyof ServiceFacts)[]) =>
  names.filter((name) => facts[name] === '').map((name) => factLabels[name]);

/** The names of the facts that the service cannot open without and that are not known yet. */
export const missingFacts = (facts: ServiceFacts): string[] => missing(facts, neededFacts);
export const missingParcelFacts = (facts: ServiceFacts): string[] => missing(facts, parcelFacts);
