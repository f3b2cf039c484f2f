/**
 * The operator's facts that the law requires to be published, and the address for goods: edited at
 * /admin/settings/service, published in versions. An unknown fact is ''.
 */
export type ServiceFacts = {
  name: string;
  /** Registered name, if it differs. */
  legalName: string;
  representative: string;
  address: string;
  phone: string;
  phoneHours: string;
  email: string;
  privacyOfficer: string;
  privacyEmail: string;
  /** Licence of a second-hand dealer (古物営業法): holder, issuer, and twelve digits. */
  dealerName: string;
  dealerCommission: string;
  dealerLicence: string;
  dealerGoods: string;
  /** Number of a registered issuer of qualified invoices: T and thirteen digits. */
  invoiceNumber: string;
  /** Sender of the boxes, as printed on slips. */
  senderName: string;
  senderPhone: string;
  senderPostalCode: string;
  senderAddress: string;
  /** Destination of packed boxes. */
  warehouseAddress: string;
};

/** Labels in the order of the form. */
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

/** Initial facts of an installation without sample data. */
export const emptyFacts = Object.fromEntries(factNames.map((name) => [name, ''])) as ServiceFacts;

/** Shown on an installation with sample data until facts are published; pages mark them as a sample. */
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

/** Public facts; the warehouse is told to applicants only. */
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
  /** True on an installation with sample data until facts are published. */
  isSample: boolean;
};

export const publicFacts = (facts: ServiceFacts & { isSample: boolean }): PublicFacts =>
  Object.fromEntries(
    ([...publicNames, 'isSample'] as const).map((name) => [name, facts[name]]),
  ) as PublicFacts;

/** Required by law (特定商取引法, 個人情報保護法) before the service opens. */
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
/** Required for sending boxes. */
const parcelFacts = [
  'senderName',
  'senderPhone',
  'senderPostalCode',
  'senderAddress',
  'warehouseAddress',
] as const;

const missing = (facts: ServiceFacts, names: readonly (keyof ServiceFacts)[]) =>
  names.filter((name) => facts[name] === '').map((name) => factLabels[name]);

/** Labels of required facts that are missing. */
export const missingFacts = (facts: ServiceFacts): string[] => missing(facts, neededFacts);
export const missingParcelFacts = (facts: ServiceFacts): string[] => missing(facts, parcelFacts);
