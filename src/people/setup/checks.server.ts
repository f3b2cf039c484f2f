import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database, Transaction } from '#kit/db/database.server.ts';
import type { Dependencies } from '#kit/dependencies.server.ts';
import { adminRoles } from '#kit/permissions/admin-roles.ts';
import type { ContentKind } from '#kit/versions/version.ts';
import { contentVersions } from '#kit/versions/version-tables.server.ts';
import { associates, bankAccounts } from '#organisations/associates/associate-tables.server.ts';
import { users } from '#people/accounts/account-tables.server.ts';
import { approvals } from '#people/roles/role-tables.server.ts';
import { factsNow } from '#people/service-facts/service-facts.server.ts';
import { missingFacts, missingParcelFacts } from '#people/service-facts/service-facts.ts';
import { hasSecondFactor } from '#people/sign-in/second-factor/factors.server.ts';
import { missingOptions } from '#warehouse/kits/kit-sender.ts';
import { storedOptions } from '#warehouse/kits/sender.server.ts';
import type { SetupCheck } from './setup-state.ts';

type Source = Database | Transaction;
export type CheckDeps = Pick<Dependencies, 'db' | 'clock' | 'hasMailServer' | 'publicUrl'>;

/** Result of a check; `help` replaces the default text if it can say what is missing. */
type CheckResult = { isDone: boolean; help?: string };
type Check = Omit<SetupCheck, 'isDone' | 'mayConfirm'> & {
  mayConfirm?: boolean;
  find(source: Source, dependencies: CheckDeps): Promise<CheckResult> | CheckResult;
};

/** What the service needs before it opens, in the order to do it. */
export const setupChecks: readonly Check[] = [
  {
    id: 'owner',
    label: '責任者の2段階認証',
    help: '運営の責任者が、2段階認証を設定しています。',
    to: '/mypage/account/two-factor',
    isRequired: true,
    find: async (source) => ({
      isDone: (await count(source, sql`role = 'owner' and ${hasSecondFactor(sql`uid`)}`)) > 0,
    }),
  },
  {
    id: 'facts',
    label: '運営者の名称・所在地・連絡先',
    help: '特定商取引法と個人情報保護法に基づいて、サイトに表示します。',
    to: '/admin/settings/service',
    isRequired: true,
    find: async (source, dependencies) =>
      missing(missingFacts(await factsNow(source, dependencies))),
  },
  {
    id: 'parcels',
    label: '送り主と倉庫の住所',
    help: '箱の送り状に印字します。',
    to: '/admin/settings/service',
    isRequired: true,
    find: async (source, dependencies) =>
      missing(missingParcelFacts(await factsNow(source, dependencies))),
  },
  {
    id: 'carrier',
    label: '運送会社のコード',
    help: 'B2クラウドやe飛伝IIIのファイルに使います。',
    to: '/admin/kits/sender',
    isRequired: false,
    async find(source) {
      const options = await storedOptions(source);
      return missing(missingOptions(options, options.carrier));
    },
  },
  {
    id: 'licence',
    label: '古物商の許可証番号',
    help: '入力するまで、基金への買取寄付は受け付けません。',
    to: '/admin/settings/service',
    isRequired: false,
    find: async (source, dependencies) => ({
      isDone: (await factsNow(source, dependencies)).dealerLicence !== '',
    }),
  },
  {
    id: 'paying-account',
    label: '送金に使う口座',
    help: '団体への送金に使います。もう一人が承認すると反映します。お一人のときは、1日あとになります。',
    to: '/admin/bank-account',
    isRequired: true,
    find: async (source) => {
      const help = await waitingAccount(source);
      return { isDone: await hasPayingAccount(source), ...(help && { help }) };
    },
  },
  {
    id: 'acceptance',
    label: 'お引き受けできるもの',
    help: 'お品物の種類、箱の数、地域、お休みの日を確かめます。',
    to: '/admin/settings/acceptance',
    isRequired: true,
    mayConfirm: true,
    find: async (source) => ({ isDone: (await published(source, 'acceptance')).size > 0 }),
  },
  {
    id: 'legal-texts',
    label: '利用規約・プライバシーポリシー・特定商取引法の表記',
    help: '文面を確かめて、公開します。',
    to: '/admin/settings/legal',
    isRequired: true,
    find: async (source) => {
      const keys = await published(source, 'legal-text');
      return missing(
        Object.entries(legalTexts).flatMap(([key, label]) => (keys.has(key) ? [] : [label])),
        '未公開',
      );
    },
  },
  {
    id: 'associate',
    label: '寄付先の団体',
    help: '1団体以上を公開します。',
    to: '/admin/associates',
    isRequired: true,
    find: async (source) => ({ isDone: await hasAssociate(source) }),
  },
  {
    id: 'second-person',
    label: '二人目の運営',
    help: '口座や役割の変更を、二人で確かめられるようになります。',
    to: '/admin/people',
    isRequired: false,
    find: async (source) => ({
      isDone: (await count(source, inArray(users.role, [...adminRoles]))) > 1,
    }),
  },
  {
    id: 'mail-server',
    label: 'メールサーバー（SMTP_URL）',
    help: '設定するまで、メールは送られず、データのフォルダーに保存されます。',
    to: '',
    isRequired: false,
    find: (_source, { hasMailServer }) => ({ isDone: hasMailServer }),
  },
  {
    id: 'https',
    label: '公開するアドレス（PUBLIC_URL）',
    help: 'httpsで始まるアドレスを設定します。',
    to: '',
    isRequired: false,
    find: (_source, { publicUrl }) => ({ isDone: publicUrl.startsWith('https://') }),
  },
];

const legalTexts = {
  terms: '利用規約',
  privacy: 'プライバシーポリシー',
  commerce: '特定商取引法に基づく表記',
};

const missing = (names: readonly string[], state = '未入力'): CheckResult =>
  names.length === 0 ? { isDone: true } : { isDone: false, help: `${state}：${names.join('、')}` };

async function count(source: Source, where: ReturnType<typeof sql> | ReturnType<typeof inArray>) {
  const rows = await source.select({ uid: users.uid }).from(users).where(where).limit(2);
  return rows.length;
}

async function hasPayingAccount(source: Source): Promise<boolean> {
  const [row] = await source
    .select({ id: bankAccounts.id })
    .from(bankAccounts)
    .where(isNull(bankAccounts.associateId))
    .limit(1);
  return row !== undefined;
}

/** Message that a bank account waits for a second person, or for its day (docs/decisions/0014). */
async function waitingAccount(source: Source): Promise<string | undefined> {
  const [row] = await source
    .select({ dueAt: approvals.dueAt })
    .from(approvals)
    .where(
      and(
        eq(approvals.kind, 'bank-account'),
        eq(approvals.subjectId, ''),
        eq(approvals.state, 'waiting'),
      ),
    );
  if (!row) return undefined;
  return row.dueAt
    ? '登録を依頼しました。1日おいて反映します。'
    : '登録を依頼しました。もう一人の承認を待っています。';
}

async function hasAssociate(source: Source): Promise<boolean> {
  const [row] = await source
    .select({ id: associates.id })
    .from(associates)
    .where(eq(associates.isListed, true))
    .limit(1);
  return row !== undefined;
}

/** Keys of a kind with a published version. */
async function published(source: Source, kind: ContentKind): Promise<Set<string>> {
  const rows = await source
    .selectDistinct({ key: contentVersions.key })
    .from(contentVersions)
    .where(and(eq(contentVersions.kind, kind), eq(contentVersions.state, 'published')));
  return new Set(rows.map(({ key }) => key));
}
