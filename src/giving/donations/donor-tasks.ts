import type { ApplicationStatus } from '#giving/applications/application.ts';
import { isOnHold } from '#giving/applications/application-timeline.ts';
import { formatYen } from '#kit/values/yen.ts';

/** A task that only the donor can do; `since` is when it became due. */
export type DonorTask = {
  /** Number of the application. */
  id: string;
  title: string;
  /** Its subject: the recipient, and the amount or the boxes. */
  about: string;
  since: string;
  /** The event at `since`, in words. */
  sinceText: string;
  /** The deadline, and what follows. */
  text: string;
  action: { to: string; label: string };
};

/** The donor's tasks, those that hold up money first, then the longest waiting: identity papers, and kits to fill. */
export function donorTasks(applications: readonly ApplicationStatus[]): DonorTask[] {
  const inOrder = [...applications].sort((a, b) => (sinceOf(a) < sinceOf(b) ? -1 : 1));
  return [
    ...inOrder.filter(waitsForPapers).map(papersTask),
    ...inOrder.filter(({ state }) => state === 'kit-sent').map(kitTask),
  ];
}

const waitsForPapers = (application: ApplicationStatus) =>
  isOnHold(application) && application.identity !== 'submitted';

const sinceOf = ({ events, createdAt }: ApplicationStatus) => events.at(-1)?.at ?? createdAt;

const afterPapers =
  '期限はありませんが、確認が済むまで寄付にはなりません。書類を確かめたあと、ご住所へお手紙をお送りし、届くと寄付が成立します。それまで、お品物と査定額はお預かりしたままです。';

function papersTask(application: ApplicationStatus): DonorTask {
  const { appraisalId, targetName, amountYen, identity } = application;
  const isRejected = identity === 'rejected';
  return {
    id: appraisalId,
    title: isRejected
      ? '本人確認の書類を、もう一度お送りください'
      : '本人確認の書類を2点お送りください',
    about: `${targetName}　査定額${formatYen(amountYen ?? 0)}円`,
    since: sinceOf(application),
    sinceText: isRejected ? 'に書類をお返ししました。' : 'に査定が終わりました。',
    text: afterPapers,
    action: {
      to: `/mypage/identity-check/${appraisalId}`,
      label: isRejected ? '理由を見て、送り直す' : '書類を送る画面へ',
    },
  };
}

function kitTask(application: ApplicationStatus): DonorTask {
  const { appraisalId, targetName, boxes } = application;
  return {
    id: appraisalId,
    title: '届いた箱に詰めて、お送りください',
    about: `${targetName}　${boxes}箱`,
    since: sinceOf(application),
    sinceText: 'に箱をお送りしました。',
    text: '期限はありません。同封の着払い伝票を貼ってお送りいただくと、届いた順に査定します。',
    action: { to: '/about-service/application-flow#packing', label: '箱に入れる前の確認' },
  };
}
