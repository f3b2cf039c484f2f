import { useEffect, useState } from 'react';
import { apiResponse } from '#kit/client/api.ts';
import { addressOf, send } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { ErrorSummary } from '#kit/forms/error-summary.tsx';
import { SelectField } from '#kit/forms/fields/select-field.tsx';
import { TextField } from '#kit/forms/fields/text-field.tsx';
import { Form } from '#kit/forms/form.tsx';
import { SubmitError } from '#kit/forms/submit-error.tsx';
import { VersionChoice } from '#kit/forms/two-versions.tsx';
import { useForm } from '#kit/forms/use-form.ts';
import { useSubmission } from '#kit/forms/use-submission.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Button } from '#kit/ui/button.tsx';
import { Fact, Facts } from '#kit/ui/facts.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { showMessage } from '#kit/ui/message.ts';
import { Notice } from '#kit/ui/notice.tsx';
import { saveFile } from '#kit/ui/save-file.ts';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import { missingFacts } from '#warehouse/dealer-ledger/duty.ts';
import type { AdminPapers } from '#warehouse/identity-checks/identity-check-schema.ts';
import { identityMethodFacts, identityMethods } from '#warehouse/identity-checks/methods.ts';
import { LetterFacts, type SellerReview } from '#warehouse/identity-checks/seller-facts.ts';
import type { Route } from './+types/review-page.ts';
import { ComparedFacts } from './compared-facts.tsx';
import { ItemsForm } from './items-form.tsx';
import { paperName } from './paper-name.ts';

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `本人確認 ${params.appraisalId}｜たすき運営` },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/**
 * The review of an identity: the papers beside the applicant's data, then the items and the letter that the ledger
 * requires.
 */
export default function ReviewPage({ params: { appraisalId } }: Route.ComponentProps) {
  return <Review key={appraisalId} appraisalId={appraisalId} />;
}

function Review({ appraisalId }: { appraisalId: string }) {
  const { value, problem, reload } = useQuery(
    addressOf('GET /api/office/identity/:appraisalId/review', { params: { appraisalId } }),
  );
  return (
    <>
      <BackLink list={{ path: '/admin/identity-checks', label: '本人確認の一覧' }} />
      <h1 className="mb-5 font-sans text-2xl narrow:text-2xl">
        本人確認 <span className="tabular-nums">{appraisalId}</span>
      </h1>
      {problem ? (
        <LoadFailure message={problem.message} onRetry={reload} />
      ) : !value ? (
        <Panel label="本人確認">
          <Skeleton lines={12} />
        </Panel>
      ) : (
        <div className="grid gap-4">
          <Missing review={value} />
          <div className="grid gap-4 desktop:grid-cols-2">
            <Panel title="書類">
              <PaperViewer appraisalId={appraisalId} />
            </Panel>
            <Panel title="お申し込みの内容">
              <ComparedFacts review={value} />
            </Panel>
          </div>
          <div id="items">
            <Panel title="お品物の明細（古物台帳に書く内容）">
              <ItemsForm key={value.version} review={value} onSaved={reload} />
            </Panel>
          </div>
          <div id="letter">
            <Panel title="確認の方法と郵便">
              <LetterForm key={value.letterVersion} review={value} onSaved={reload} />
            </Panel>
          </div>
        </div>
      )}
    </>
  );
}

/** What is missing for the approval, with links to the forms. */
function Missing({ review: { missing, appraisalId, state } }: { review: SellerReview }) {
  const application = `/admin/applications/${appraisalId}`;
  if (state !== 'appraised') {
    return <Notice title="このお申し込みは、本人確認を待っていません。" />;
  }
  return (
    <Notice
      kind={missing.length === 0 ? 'success' : 'sample'}
      title={
        missing.length === 0
          ? '古物台帳に必要な項目は、そろっています'
          : '承認の前に、次の項目を補ってください'
      }
    >
      {missing.length > 0 && (
        <ul className="list-disc pl-6">
          {missing.map((fact) => {
            const { label, at } = missingFacts[fact];
            return (
              <li key={fact}>
                {at === 'application' ? (
                  <Link to={application} className="text-coral-dark underline">
                    {label}
                  </Link>
                ) : (
                  <a href={`#${at}`} className="text-coral-dark underline">
                    {label}
                  </a>
                )}
              </li>
            );
          })}
        </ul>
      )}
      <p>
        <Link
          to={application}
          className="inline-flex min-h-11 items-center font-bold text-coral-dark underline"
        >
          お申し込みの画面で承認する
        </Link>
      </p>
    </Notice>
  );
}

type Paper = AdminPapers['papers'][number];

/** The papers of a check, one at a time beside the data to compare; each view is recorded. */
function PaperViewer({ appraisalId }: { appraisalId: string }) {
  const { value, problem, reload } = useQuery(
    addressOf('GET /api/office/identity-checks/:appraisalId', { params: { appraisalId } }),
  );
  const [shown, setShown] = useState<{ name: string; url: string }>();
  // Releases the picture of a paper when it is closed.
  useEffect(() => () => shown && URL.revokeObjectURL(shown.url), [shown]);
  const opening = useSubmission(
    async ({ paper, name }: { paper: Paper; name: string }) => {
      const response = await apiResponse(
        addressOf('GET /api/office/identity-papers/:id', { params: { id: paper.id } }),
      );
      return { name, format: paper.format, bytes: await response.blob() };
    },
    {
      onDone({ name, format, bytes }) {
        // A PDF is saved, not shown: an embedded script could act in this page's name.
        if (format === 'pdf') saveFile(bytes, `${name}.pdf`);
        else setShown({ name, url: URL.createObjectURL(bytes) });
      },
    },
  );
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  if (!value) return <Skeleton lines={6} label="書類を読み込んでいます" />;
  const { papers } = value;
  if (papers.length === 0) {
    return <p className="text-ink-2">この画面で見られる書類はありません。</p>;
  }
  return (
    <>
      <p className="mb-2 text-sm text-ink-2">書類を開くと、誰がいつ見たかが記録されます。</p>
      <p className="flex flex-wrap gap-2">
        {papers.map((paper) => {
          const name = paperName(paper, papers);
          return (
            <Button
              key={paper.id}
              variant="outline"
              size="small"
              isBusy={opening.isPending}
              aria-pressed={shown?.name === name}
              onClick={() => opening.send({ paper, name })}
            >
              {name}
              {paper.format === 'pdf' && '（PDFを保存）'}
            </Button>
          );
        })}
      </p>
      <SubmitError message={opening.message} />
      {shown && (
        <img
          src={shown.url}
          alt={shown.name}
          className="mt-3 max-h-[75dvh] w-full rounded-lg border border-line bg-white object-contain"
        />
      )}
    </>
  );
}

const methods = identityMethods.map((value) => {
  const { label, source } = identityMethodFacts[value];
  return { value, label: `${label}（${source}）` };
});
const day = (text: string) => (text === '' ? '' : formatDate(text));
/** A letter's facts with their labels. */
const factsOf = (letter: LetterFacts): readonly (readonly [string, string])[] => [
  ['確認の方法', identityMethodFacts[letter.method].label],
  ['郵便の番号', letter.letterNumber],
  ['発送日', day(letter.sentOn)],
  ['到達日', day(letter.deliveredOn)],
  ['返送日', day(letter.returnedOn)],
];

/** Records how the identity is confirmed and the state of the letter; shows what a colleague saved meanwhile. */
export function LetterForm({ review, onSaved }: { review: SellerReview; onSaved: () => void }) {
  const form = useForm({ schema: LetterFacts, initial: review.letter, onInvalid: showMessage });
  const [newer, setNewer] = useState<SellerReview>();
  const one = { params: { appraisalId: review.appraisalId } };
  const saving = useSubmission(
    (body: LetterFacts) =>
      send('POST /api/office/identity/:appraisalId/letter', {
        ...one,
        body,
        ifMatch: `"${(newer ?? review).letterVersion}"`,
      }),
    {
      form,
      onDone() {
        showToast('郵便の記録を保存しました。');
        onSaved();
      },
    },
  );
  async function save(body: LetterFacts) {
    const outcome = await saving.send(body);
    if (outcome?.kind !== 'refused' || outcome.type !== 'Conflict') return;
    setNewer(
      await send('GET /api/office/identity/:appraisalId/review', one).catch(() => undefined),
    );
  }
  if (review.state !== 'appraised') {
    return (
      <Facts>
        {factsOf(review.letter).map(([label, value]) => (
          <Fact key={label} label={label}>
            {value}
          </Fact>
        ))}
      </Facts>
    );
  }
  const mine = factsOf(form.values);
  const stored = newer && factsOf(newer.letter);
  const needsLetter = identityMethodFacts[form.values.method]?.needsLetter;
  return (
    <Form form={form} onSubmit={form.submit(save)} className="grid gap-4">
      <ErrorSummary form={form} />
      {stored && (
        <VersionChoice
          fields={mine.map(([label, value], index) => ({
            label,
            mine: value,
            stored: stored[index]?.[1] ?? '',
          }))}
          isPending={saving.isPending}
          onKeepStored={onSaved}
        />
      )}
      <SelectField form={form} path="method" label="確認の方法" required choices={methods} />
      {needsLetter && (
        <div className="grid gap-3 narrow:grid-cols-2">
          <TextField
            form={form}
            path="letterNumber"
            label="郵便の番号"
            help="書留などのお問い合わせ番号です"
            autoComplete="off"
          />
          <TextField form={form} path="sentOn" label="発送日" type="date" />
          <TextField form={form} path="deliveredOn" label="到達日" type="date" />
          <TextField form={form} path="returnedOn" label="返送日" type="date" />
        </div>
      )}
      <SubmitError message={newer ? undefined : saving.message} />
      {!newer && (
        <p>
          <Button type="submit" isBusy={saving.isPending}>
            郵便の記録を保存する
          </Button>
        </p>
      )}
    </Form>
  );
}
