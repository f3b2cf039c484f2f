import { addressOf } from '#kit/client/send.ts';
import { useQuery } from '#kit/client/use-query.ts';
import { BackLink } from '#kit/lists/back-link.tsx';
import { ButtonLink } from '#kit/ui/button.tsx';
import { EmptyState } from '#kit/ui/empty-state.tsx';
import { LoadFailure } from '#kit/ui/load-failure.tsx';
import { Skeleton } from '#kit/ui/skeleton.tsx';
import { useSession } from '#people/session/session.ts';
import { readBoxCode } from '#warehouse/kits/box-code.ts';
import type { Route } from './+types/appraising-page.ts';
import { AppraisalScreen } from './table-screen.tsx';

export const meta: Route.MetaFunction = ({ params }) => [
  { title: `査定 ${params.box}｜たすき運営` },
  { name: 'robots', content: 'noindex' },
];

export const handle = { layout: 'admin' };

/** The appraisal of a box, found by its code or by its application's number. */
export default function AppraisingPage({ params: { box } }: Route.ComponentProps) {
  const code = readBoxCode(box);
  return (
    <>
      <BackLink list={{ path: '/admin/appraisals', label: '査定の一覧' }} />
      {code ? (
        <Loading key={box} appraisalId={code.appraisalId} box={code.number} />
      ) : (
        <CannotOpen title="番号を読み取れませんでした">
          箱のラベルの番号（例：TS-0000-0000-1）をご確認ください。
        </CannotOpen>
      )}
    </>
  );
}

function Loading({ appraisalId, box }: { appraisalId: string; box: number | undefined }) {
  const { uid } = useSession();
  const { value, problem, isLoading, reload } = useQuery(
    addressOf('GET /api/office/appraisals/:appraisalId', { params: { appraisalId } }),
  );
  if (value) {
    const boxNumber = box ?? value.boxes[0] ?? 1;
    if (!value.boxes.includes(boxNumber)) {
      // A cached draft may predate a box that arrived since.
      if (isLoading) return <Skeleton lines={12} label="査定を読み込んでいます" />;
      return (
        <CannotOpen title={`${boxNumber}箱目は、まだ届いていません`}>
          届いている箱：{value.boxes.join('・')}箱目
        </CannotOpen>
      );
    }
    return <AppraisalScreen key={boxNumber} uid={uid} loaded={value} boxNumber={boxNumber} />;
  }
  if (problem?.type === 'Conflict' || problem?.type === 'NotFound') {
    return (
      <CannotOpen title={`${appraisalId}は査定できません`}>
        {problem.message}
        {problem.type === 'Conflict' && (
          <ButtonLink
            to={`/admin/applications/${appraisalId}`}
            variant="outline"
            size="small"
            className="mt-4"
          >
            お申し込みを見る
          </ButtonLink>
        )}
      </CannotOpen>
    );
  }
  if (problem) return <LoadFailure message={problem.message} onRetry={reload} />;
  return <Skeleton lines={12} label="査定を読み込んでいます" />;
}

function CannotOpen({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <EmptyState
      title={title}
      action={
        <ButtonLink to="/admin/appraisals" variant="outline" size="small">
          査定の一覧へ
        </ButtonLink>
      }
    >
      {children}
    </EmptyState>
  );
}
