import type { TimelineEntry } from '#kit/ui/timeline.tsx';
import { formatDate } from '#kit/values/timestamp.ts';
import type { Run, RunDetail, RunState, TransferFile } from '#money/remittances/run.ts';

/** The way of a run, as its page draws it. */
export const runSteps = ['準備', '承認', 'ファイル', '送金', '着金'] as const;

export type NextStep = {
  /** What the page offers for it. */
  task: 'mend' | 'ask' | 'approve' | 'make-file' | 'hand-over' | 'confirm' | 'wait' | 'none';
  /** The step of `runSteps` that the run is at. */
  step: number;
  title: string;
  /** Actor of the step; '' if none. */
  who: string;
  advice: string;
};

type Facts = Pick<RunDetail, 'run' | 'problemCounts' | 'waiting' | 'confirming'>;
const clerk = '送金の担当者';

/** Next step of a run, and its actor. */
export function nextStep(detail: Facts): NextStep {
  switch (detail.run.state) {
    case 'draft':
      return nextOfDraft(detail);
    case 'approved':
      return {
        task: 'make-file',
        step: 2,
        title: '銀行に渡すファイルを作成してください',
        who: clerk,
        advice:
          detail.problemCounts.error > 0
            ? '承認のあとで、直すところが見つかりました。下の「確かめるところ」を先にご覧ください。'
            : '承認された内容のまま、総合振込のファイルを作成します。作成には2段階認証が必要です。',
      };
    case 'filed':
      return {
        task: 'hand-over',
        step: 3,
        title: 'ファイルを銀行に渡して、記録してください',
        who: clerk,
        advice:
          'ファイルをダウンロードし、インターネットバンキングの総合振込で読み込ませます。銀行の画面の件数と合計が、この画面と同じことをお確かめください。',
      };
    case 'sent':
      return detail.confirming > 0
        ? {
            task: 'wait',
            step: 4,
            title: '着金を記録しています',
            who: '',
            advice: 'この画面を離れても続きます。寄付者と団体へのお知らせも、順に送ります。',
          }
        : {
            task: 'confirm',
            step: 4,
            title: '着金を確かめて、記録してください',
            who: clerk,
            advice:
              '銀行の入出金明細を「銀行の明細」で取り込むと、着金と組戻しをまとめて記録できます。手で記録することもできます。',
          };
    case 'done':
      return {
        task: 'none',
        step: 4,
        title: 'この送金は完了しました',
        who: '',
        advice: '組戻しの連絡があったときは、団体の行を開いて記録してください。',
      };
    case 'dropped':
      return {
        task: 'none',
        step: 0,
        title: 'この送金は取りやめました',
        who: '',
        advice: '含まれていた分は、次の送金に入ります。',
      };
  }
}

function nextOfDraft({ run, problemCounts, waiting }: Facts): NextStep {
  if (waiting) {
    return {
      task: 'approve',
      step: 1,
      title: '承認を待っています',
      who: '依頼した人とは別の、承認できる人',
      advice: '承認されるまで、内容は変えられません。変えるときは、先に依頼を取り下げてください。',
    };
  }
  if (run.remittances === 0) {
    return {
      task: 'mend',
      step: 0,
      title: 'お支払いする団体が残っていません',
      who: clerk,
      advice: 'この送金を取りやめて、改めて準備してください。',
    };
  }
  if (problemCounts.error > 0) {
    return {
      task: 'mend',
      step: 0,
      title: '先に直すところがあります',
      who: clerk,
      advice:
        '下の「確かめるところ」をご覧ください。すぐに直せない団体は、理由を添えて次回に回せます。',
    };
  }
  return {
    task: 'ask',
    step: 0,
    title: '内容を確かめて、承認を依頼してください',
    who: clerk,
    advice:
      '依頼すると、別の人がこの金額で承認します。承認のあとは、金額も振込指定日も変わりません。',
  };
}

/** Whether a file of a run is the one for the bank: of a run that was given up none is. */
export const isToHandOver = (
  { isReplaced }: Pick<TransferFile, 'isReplaced'>,
  { state }: Pick<Run, 'state'>,
): boolean => !isReplaced && state !== 'dropped';

const stepsDone: Record<RunState, number> = {
  draft: 0,
  approved: 2,
  filed: 3,
  sent: 4,
  done: 5,
  dropped: 0,
};

/** The steps of a run with the days of those that are done. */
export function timelineOf({
  run,
  waiting,
  files,
}: Pick<RunDetail, 'run' | 'waiting' | 'files'>): TimelineEntry[] {
  const done = waiting ? 1 : stepsDone[run.state];
  const days = [run.createdAt, run.approvedAt, files[0]?.madeAt, run.sentAt, run.endedAt];
  return runSteps.map((label, index) => {
    const isDone = index < done;
    const day = days[index];
    return { label, isDone, ...(isDone && day && { note: formatDate(day) }) };
  });
}
