import type { ReactNode } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { Offer } from '#giving/acceptance/acceptance.ts';
import { expectedDelivery } from '#giving/applications/delivery.ts';
import { postText } from '#giving/applications/post-text.ts';
import { Button, ButtonLink } from '#kit/ui/button.tsx';
import { Card } from '#kit/ui/card.tsx';
import { Icon } from '#kit/ui/pictures/icon.tsx';
import { Picture } from '#kit/ui/pictures/picture.tsx';
import { ShareLinks } from '#kit/ui/share-links.tsx';
import { Timeline } from '#kit/ui/timeline.tsx';
import { showToast } from '#kit/ui/toast.tsx';
import { formatDate, jstDay, timestampToDate } from '#kit/values/timestamp.ts';
import type { AppliedFacts, CurrentAppraisal } from '#people/session/current-appraisal.ts';
import { type StepHeading, StepPosition } from './step-card.tsx';

const upcomingSteps = [
  { label: '箱の発送', note: 'メールでお知らせ', isDone: false },
  { label: 'お品物の到着', note: '箱に詰めて集荷へ', isDone: false },
  { label: '査定', note: '一点ずつ拝見', isDone: false },
  { label: '寄付', note: '寄付先へお届け', isDone: false },
];

type CompleteStepProps = StepHeading & {
  /** Path of the page that was applied from, which shared posts link to. */
  path: string;
  appraisalId: string;
  offer: Offer;
  /** The application as this tab knows it; undefined after a reload on a shared computer. */
  current: CurrentAppraisal | undefined;
  /** A guest can register from this application; a donor finds it in the history. */
  isGuest: boolean;
  onAgain: () => void;
};

/** The last step: the number, what happens next, and a link to follow it. */
export function CompleteStep(props: CompleteStepProps) {
  const { appraisalId, offer, current, path, isGuest, onAgain, level, heading, step } = props;
  const { email, facts } = current ?? {};
  const isKitSent = facts?.needsKit !== false;
  const Heading = `h${level}` as const;
  return (
    <div className="space-y-6">
      <Card className="text-center">
        <Picture name="party-popper" className="mx-auto size-16" />
        <Heading ref={heading} tabIndex={-1} className="font-heading mt-3 text-xl narrow:text-2xl">
          <StepPosition step={step} />
          お申し込みを受け付けました
        </Heading>
        <p className="mt-1 text-ink-2">あたたかいお気持ちを、ありがとうございます。</p>
        <ApplicationNumber appraisalId={appraisalId} />
        {facts && isKitSent && (
          <p className="mt-5">
            箱が届く予定：
            <b className="inline-block">
              {expectedDelivery(
                facts.deliveryDate,
                jstDay(timestampToDate(facts.createdAt)),
                offer,
              )}
            </b>
          </p>
        )}
        <p className="mx-auto mt-5 flex max-w-120 items-start gap-2 text-left">
          <Icon name="mail" className="mt-1 size-5 text-coral" />
          <span>
            控えのメールを{email ? <b className="break-all">{email}</b> : 'ご入力のアドレス'}
            にお送りしています。
            {isKitSent
              ? '箱の発送までは、メールのリンクから、お届け先の変更やキャンセルができます。'
              : 'メールのリンクから、箱に貼るラベルの印刷、集荷のご希望、ご住所の変更やキャンセルができます。'}
          </span>
        </p>
        <div className="mt-8 text-left narrow:text-center">
          <Timeline
            label="これからの流れ"
            entries={[
              {
                label: 'お申し込み',
                note: facts ? formatDate(facts.createdAt) : '受け付けました',
                isDone: true,
              },
              ...upcomingSteps.slice(isKitSent ? 0 : 1),
            ]}
          />
        </div>
      </Card>
      {isGuest ? (
        <Registration />
      ) : (
        <Next>
          <ButtonLink to="/mypage/donation-history">寄付の履歴を見る</ButtonLink>
        </Next>
      )}
      <Sharing path={path} facts={facts} />
      <Next>
        <Button variant="quiet" onClick={onAgain}>
          続けてもう一度申し込む
        </Button>
        <ButtonLink to="/" variant="quiet">
          トップページへ
        </ButtonLink>
      </Next>
    </div>
  );
}

function ApplicationNumber({ appraisalId }: { appraisalId: string }) {
  return (
    <div className="mx-auto mt-6 max-w-100 rounded-tile bg-coral-soft px-4 py-4">
      <p className="text-sm">申込番号</p>
      <p className="figures text-3xl whitespace-nowrap text-coral-dark">{appraisalId}</p>
      <Button
        variant="quiet"
        size="small"
        onClick={async () => {
          try {
            await navigator.clipboard.writeText(appraisalId);
            showToast('申込番号をコピーしました。');
          } catch {
            showToast('コピーできませんでした。お手数ですが、番号をお控えください。');
          }
        }}
      >
        <Icon name="copy" />
        番号をコピー
      </Button>
    </div>
  );
}

function Registration() {
  return (
    <Card className="flex flex-col items-center gap-x-6 gap-y-4 text-center narrow:flex-row narrow:items-start narrow:text-left">
      <Picture name="seedling" className="size-16" />
      <div>
        <p className="font-heading text-lg font-bold [word-break:auto-phrase]">
          会員登録で、この寄付をずっと手元に
        </p>
        <p className="mt-1">
          パスワードを決めるだけで、このお申し込みがあなたの履歴に入ります。査定の結果も、送金の日付も、いつでも見られます。
        </p>
        <ButtonLink to="/join" className="mt-4">
          このお申し込みから登録する
        </ButtonLink>
      </div>
    </Card>
  );
}

/** Links to share the gift, without the donor's name or the number. */
function Sharing({ path, facts }: { path: string; facts: AppliedFacts | undefined }) {
  const site = useRouteLoaderData<{ publicUrl: string }>('root');
  return (
    <Card>
      <p className="mb-3 font-bold">この寄付のことを、まわりの方にも</p>
      <ShareLinks
        address={(site?.publicUrl ?? '') + path}
        title={postText('donation', facts?.frequency ?? 'once', facts?.products ?? [])}
      />
    </Card>
  );
}

function Next({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap justify-center gap-3">{children}</div>;
}
