import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { Panel } from '#kit/lists/panel.tsx';
import { Link } from '#kit/ui/links/link.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Notice } from '#kit/ui/notice.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { missingFacts } from '#warehouse/dealer-ledger/duty.ts';
import type { SellerReview } from '#warehouse/identity-checks/seller-facts.ts';
import type { Route } from './+types/review-page.ts';
import { ComparedFacts } from './compared-facts.tsx';
import { ItemsForm } from './items-form.tsx';
import { LetterForm } from './letter-form.tsx';
import { PaperViewer } from './paper-viewer.tsx';

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
  const { value, problem, reload } = useQuery<SellerReview>(
    `/api/office/identity/${appraisalId}/review`,
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
