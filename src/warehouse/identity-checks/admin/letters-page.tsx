import { apiResponse } from '#kit/client/api.ts';
import { addressOf } from '#kit/client/send.ts';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { type ListDisplay, ListScreen } from '#kit/lists/list-screen.tsx';
import { PageHead } from '#kit/lists/page-head.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { RowLink } from '#kit/lists/row-link.tsx';
import { type List, type ListConfig, useList } from '#kit/lists/use-list.ts';
import { Button } from '#kit/ui/button.tsx';
import { saveFile } from '#kit/ui/save-file.ts';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { identityLabels } from '#warehouse/identity-checks/identity-check.ts';
import { letterSilentDays } from '#warehouse/identity-checks/methods.ts';
import {
  type IdentityLetter,
  identityLettersPageSize,
  type LetterLabels,
  letterStateLabels,
} from '#warehouse/identity-checks/seller-facts.ts';

export const meta = () => [
  { title: '本人確認の郵便｜たすき運営' },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

const source: ListConfig<IdentityLetter> = {
  path: '/admin/identity-checks/letters',
  parameters: { state: ['sent', 'silent', 'returned'] },
  api: addressOf('GET /api/office/identity-letters'),
  rowKey: ({ appraisalId }) => appraisalId,
};

const { 'to-send': toSend, ...others } = letterStateLabels;

const look: ListDisplay<IdentityLetter> = {
  title: '本人確認の郵便',
  pageSize: identityLettersPageSize,
  csv: addressOf('GET /api/office/identity-letters.csv'),
  chips: { parameter: 'state', choices: [['', toSend], ...Object.entries(others)] },
  tickLabel: ({ appraisalId, name }) => `${appraisalId} ${name}様を選ぶ`,
  columns: (links) => [
    {
      label: '申込番号',
      isRowHeader: true,
      cell: ({ appraisalId }) => (
        <RowLink
          {...links.page(`/admin/identity-checks/${appraisalId}`)}
          className="whitespace-nowrap tabular-nums"
        >
          {appraisalId}
        </RowLink>
      ),
    },
    { label: 'お名前', cell: ({ name }) => <span className="wrap-anywhere">{name}</span> },
    { label: 'ご住所', cell: ({ address }) => <span className="wrap-anywhere">{address}</span> },
    { label: '書類', cell: ({ identity }) => identityLabels[identity] },
    { label: '郵便の番号', cell: ({ letterNumber }) => letterNumber || '—' },
    { label: '発送日', cell: ({ sentOn }) => (sentOn ? formatDate(sentOn) : '—') },
    { label: '返送日', cell: ({ returnedOn }) => (returnedOn ? formatDate(returnedOn) : '—') },
  ],
  empty: () => ({
    title: 'この状態の郵便はありません',
    advice: `発送から${letterSilentDays}日たっても到達を確かめていない郵便は、「${letterStateLabels.silent}」に並びます。`,
  }),
};

/** The letters of applications on hold: those to send, with labels, and the state of those sent. */
export default function LettersPage() {
  const list = useList(source);
  return (
    <>
      <BackLink list={{ path: '/admin/identity-checks', label: '本人確認の一覧' }} />
      <PageHead title="本人確認の郵便" />
      <Panel label="本人確認の郵便の一覧">
        <ListScreen list={list} look={look} bar={<LabelBar list={list} />} />
      </Panel>
    </>
  );
}

/** Prints labels of the ticked letters; sticks to the lower edge while any are ticked. */
function LabelBar({ list }: { list: List<IdentityLetter> }) {
  const appraisalIds = list.ticks.rows.map(({ appraisalId }) => appraisalId);
  const printing = useSubmission(
    async (body: LetterLabels) => {
      const response = await apiResponse(addressOf('POST /api/office/identity-letters/labels'), {
        body,
      });
      saveFile(await response.blob(), '宛名ラベル.pdf');
    },
    { onDone: () => showToast('宛名ラベルを保存しました。') },
  );
  if (appraisalIds.length === 0) return null;
  return (
    <section
      aria-label="選んだ郵便"
      className="sticky bottom-[calc(var(--bar,0px)+0.75rem)] z-20 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-xl border-2 border-ink bg-paper px-4 py-2.5 shadow-float"
    >
      <p role="status" className="font-bold whitespace-nowrap">
        <span className="figures text-xl">{appraisalIds.length}</span>件を選択中
      </p>
      {(['24', '12'] as const).map((sheet) => (
        <Button
          key={sheet}
          variant="outline"
          size="small"
          isBusy={printing.isPending}
          onClick={() => printing.send({ appraisalIds, sheet })}
        >
          {sheet}面のラベル
        </Button>
      ))}
      <Button variant="quiet" size="small" onClick={list.ticks.clear}>
        選択を外す
      </Button>
      <SubmitError message={printing.message} />
    </section>
  );
}
