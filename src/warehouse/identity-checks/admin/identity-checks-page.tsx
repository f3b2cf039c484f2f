import { addressOf } from '#kit/client/send.ts';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink, type RowLinks } from '#kit/lists/row-link.tsx';
import { CardLine } from '#kit/lists/rows.tsx';
import { type ListConfig, useList } from '#kit/lists/use-list.ts';
import { ButtonLink } from '#kit/ui/button.tsx';
import { formatDateTime } from '#kit/values/timestamp.ts';
import { formatYen } from '#kit/values/yen.ts';
import { paperFacts } from '#warehouse/identity-checks/identity-check.ts';
import {
  type AdminIdentityCheck,
  adminIdentityChecksPageSize,
} from '#warehouse/identity-checks/identity-check-schema.ts';

export const meta = () => [
  { title: '本人確認｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The stages of applications on hold; '' are papers that wait for the operator. */
const waitingLabels = {
  '': '書類の確認待ち',
  due: '書類の提出待ち',
  rejected: '再提出待ち',
} as const;
type Waiting = keyof typeof waitingLabels;

const source: ListConfig<AdminIdentityCheck> = {
  path: '/admin/identity-checks',
  parameters: { state: ['due', 'rejected'] },
  api: addressOf('GET /api/office/identity-checks'),
  countsApi: addressOf('GET /api/office/identity-checks/counts'),
  rowKey: ({ appraisalId }) => appraisalId,
};

const look: ListDisplay<AdminIdentityCheck> = {
  title: '本人確認',
  pageSize: adminIdentityChecksPageSize,
  views: 'identity-checks',
  csv: addressOf('GET /api/office/identity-checks.csv'),
  chips: {
    parameter: 'state',
    choices: Object.entries(waitingLabels),
  },
  columns: (links) => [
    {
      label: '日時',
      cell: ({ since }) => (
        <span className="whitespace-nowrap tabular-nums">{formatDateTime(since)}</span>
      ),
    },
    {
      label: '申込番号',
      isRowHeader: true,
      cell: (check) => <CheckLink check={check} links={links} />,
    },
    { label: 'お名前', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
    { label: '寄付先', cell: ({ targetName }) => targetName },
    { label: '金額', isNumber: true, cell: ({ amountYen }) => `${formatYen(amountYen)}円` },
    { label: '書類', cell: (check) => papersOf(check) },
  ],
  card: (check, links) => (
    <>
      <CheckLink check={check} links={links} />
      <p className="text-sm">
        <bdi>{check.name}</bdi>　<span className="text-ink-2">{papersOf(check)}</span>
      </p>
      <CardLine>
        <span className="text-sm text-ink-2 tabular-nums">{formatDateTime(check.since)}</span>
        <span className="figures">{formatYen(check.amountYen)}円</span>
      </CardLine>
    </>
  ),
  empty({ filters: { state = '' } }) {
    return {
      title: `${waitingLabels[state as Waiting]}のお申し込みはありません`,
      advice:
        state === '' && `書類がまだ届いていないお申し込みは、「${waitingLabels.due}」に並びます。`,
    };
  },
};

/** The applications on hold by stage of their identity check, longest waiting first. */
export default function IdentityChecksPage() {
  const list = useList(source);
  return (
    <>
      <PageHead title="本人確認">
        <ButtonLink to="/admin/identity-checks/letters" variant="outline" size="small">
          本人確認の郵便
        </ButtonLink>
      </PageHead>
      <Panel label="本人確認の一覧">
        <ListScreen
          list={list}
          look={look}
          counts={list.counts && { ...list.counts, '': list.counts.submitted ?? 0 }}
        />
      </Panel>
    </>
  );
}

const papersOf = ({ papers }: AdminIdentityCheck) =>
  papers.length === 0 ? 'なし' : papers.map((kind) => paperFacts[kind].label).join('、');

const CheckLink = ({
  check: { appraisalId },
  links,
}: {
  check: AdminIdentityCheck;
  links: RowLinks;
}) => (
  <RowLink
    {...links.page(`/admin/applications/${appraisalId}`)}
    className="whitespace-nowrap tabular-nums"
  >
    {appraisalId}
  </RowLink>
);
