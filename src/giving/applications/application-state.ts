import { identityCheckFromYen } from './identity-limit.ts';

/** States of an application: the main line in order, then `thanked`, then the three other ends. */
export const applicationStates = [
  'applied',
  'kit-sent',
  'goods-received',
  'appraised',
  'donated',
  'remitted',
  'thanked',
  'cancelled',
  'returned',
  'unpriced',
] as const;

export type ApplicationState = (typeof applicationStates)[number];

/** States of a donation in the normal case: the timeline that the donor sees. */
export const mainLine = applicationStates.slice(0, 6) as readonly ApplicationState[];

/** Whether a kit is sent, or the donor packs a carton of their own. */
export type WithKit = { needsKit: boolean };

/** Main line of one application; without a kit there is no kit-sent. */
export const mainLineOf = ({ needsKit }: WithKit): readonly ApplicationState[] =>
  mainLine.filter((state) => needsKit || state !== 'kit-sent');

/** Index of a state on the main line; -1 if it is not on it. `thanked` counts as the end. */
export const reachedOf = (state: ApplicationState): number =>
  mainLine.indexOf(state === 'thanked' ? 'remitted' : state);

/** Stage in the donor's history: under way, donated, or ended without a donation. */
export const applicationStages = ['under-way', 'donated', 'ended'] as const;
export type ApplicationStage = (typeof applicationStages)[number];

export function stageOf({ state }: { state: ApplicationState }): ApplicationStage {
  const reached = reachedOf(state);
  if (reached < 0) return 'ended';
  return reached < mainLine.indexOf('donated') ? 'under-way' : 'donated';
}

export const statesOf = (stage: ApplicationStage): ApplicationState[] =>
  applicationStates.filter((state) => stageOf({ state }) === stage);

/**
 * Names of a state on the donor's timeline (`label`) and in the admin area (`admin`), and the
 * donor's message on entering it (`message`).
 */
export const applicationStateFacts: Record<
  ApplicationState,
  { label: string; admin: string; message: string }
> = {
  applied: {
    label: 'お申し込み',
    admin: '受付',
    message: 'お申し込みを受け付けました。箱の準備ができしだい、お送りします。',
  },
  'kit-sent': {
    label: '箱の発送',
    admin: '箱を発送',
    message: '箱をお送りしました。届いたらお品物を詰めて、同封の伝票でお送りください。',
  },
  'goods-received': {
    label: 'お品物の到着',
    admin: '査定待ち',
    message: 'お品物が届きました。ありがとうございます。一点ずつ大切に査定します。',
  },
  appraised: {
    label: '査定',
    admin: '査定済み',
    message: '査定が終わりました。寄付の手続きに進みます。',
  },
  donated: {
    label: '寄付',
    admin: '寄付済み',
    message: '査定が終わり、ご寄付が決まりました。あたたかいお気持ちをありがとうございます。',
  },
  remitted: {
    label: '送金',
    admin: '送金済み',
    message: 'ご寄付を寄付先へ送金しました。',
  },
  thanked: {
    label: '団体からのお礼',
    admin: 'お礼済み',
    message: '寄付先からのお礼をお読みいただけます。',
  },
  cancelled: {
    label: 'キャンセル',
    admin: 'キャンセル',
    message: 'お申し込みを取り消しました。またの機会をお待ちしています。',
  },
  returned: {
    label: 'ご返送',
    admin: '返送',
    message: 'お品物をお返ししました。お手元に届くまで、しばらくお待ちください。',
  },
  unpriced: {
    label: '値段なし',
    admin: '値付不可',
    message: '申し訳ありません。今回のお品物には値段がつきませんでした。',
  },
};

/** Message after applying, for donors who use a carton of their own. */
export const ownCartonMessage =
  'お申し込みを受け付けました。お品物をご自分の箱に詰め、印刷したラベルを貼ってお送りください。';

export const stateFactsOf = (state: ApplicationState, { needsKit }: WithKit) => {
  const facts = applicationStateFacts[state];
  return needsKit || state !== 'applied' ? facts : { ...facts, message: ownCartonMessage };
};

/** Replaces the state's message while an appraised fund application is on hold. */
export const onHoldMessage =
  '査定が終わりました。法律により、寄付の前に本人確認が必要です。お手続きをお願いします。';
export const onHoldAdminLabel = '本人確認待ち';

/** Who takes a step; a donor may be a guest with the mailed token. */
export type StepActor = 'donor' | 'operator' | 'system';

/**
 * All transitions. Only the donor cancels before the kit leaves, and only the operator afterwards.
 * The system takes the steps that follow from a result file, an approved identity check, the bank's
 * answer (送金済み) or an organisation's thanks (docs/product.md). `receive-unsent` is for boxes that
 * arrive although no kit was recorded as sent: in the donor's own carton, or, taken by the system,
 * after a scan.
 */
export const transitions = {
  'send-kit': { from: ['applied'], to: 'kit-sent', by: ['operator'] },
  'receive-goods': { from: ['kit-sent'], to: 'goods-received', by: ['operator', 'system'] },
  'receive-unsent': { from: ['applied'], to: 'goods-received', by: ['operator', 'system'] },
  appraise: { from: ['goods-received'], to: 'appraised', by: ['operator', 'system'] },
  donate: { from: ['appraised'], to: 'donated', by: ['operator', 'system'] },
  remit: { from: ['donated'], to: 'remitted', by: ['system'] },
  thank: { from: ['remitted'], to: 'thanked', by: ['system'] },
  cancel: { from: ['applied'], to: 'cancelled', by: ['donor', 'operator', 'system'] },
  'call-off': {
    from: ['kit-sent', 'goods-received', 'appraised'],
    to: 'cancelled',
    by: ['operator', 'system'],
  },
  return: { from: ['goods-received', 'appraised'], to: 'returned', by: ['operator', 'system'] },
  'leave-unpriced': {
    from: ['goods-received', 'appraised'],
    to: 'unpriced',
    by: ['operator', 'system'],
  },
} as const satisfies Record<
  string,
  { from: readonly ApplicationState[]; to: ApplicationState; by: readonly StepActor[] }
>;
export type ApplicationStep = keyof typeof transitions;

/** Every step, in the order of the table. */
export const applicationSteps = Object.keys(transitions) as readonly ApplicationStep[];

const withKit: WithKit = { needsKit: true };

/** Steps that `who` may take from a state. Operators can neither send an unneeded kit nor skip a needed one. */
export function allowedSteps(
  state: ApplicationState,
  who: StepActor,
  { needsKit }: WithKit = withKit,
): ApplicationStep[] {
  const forbiddenStep = !needsKit ? 'send-kit' : who === 'operator' ? 'receive-unsent' : undefined;
  return applicationSteps.filter(
    (step) =>
      step !== forbiddenStep &&
      includes(transitions[step].by, who) &&
      next(state, step) !== undefined,
  );
}

/** The state after a step; undefined if the step is not allowed from here. */
export function next(state: ApplicationState, step: ApplicationStep): ApplicationState | undefined {
  return includes(transitions[step].from, state) ? transitions[step].to : undefined;
}

/** States in which a donor may still cancel. */
export const cancellable: readonly ApplicationState[] = transitions.cancel.from;

/** Address and date can be corrected until the kit leaves. */
export function canCorrect(state: ApplicationState): boolean {
  return state === 'applied';
}

/**
 * States to enter, in order, to record a result that ends in `to`; all but the last are skipped
 * steps. Undefined where a result is refused: from donated on, and from cancelled, returned and
 * unpriced. kit-sent is not among them if no kit was needed.
 */
export function stepsTo(
  from: ApplicationState,
  to: ApplicationState,
  application: WithKit = withKit,
): ApplicationState[] | undefined {
  return pathTo(from, to)?.filter((state) => application.needsKit || state !== 'kit-sent');
}

function pathTo(from: ApplicationState, to: ApplicationState): ApplicationState[] | undefined {
  const reached = reachedOf(from);
  const donated = mainLine.indexOf('donated');
  if (reached < 0 || reached >= donated) return undefined;
  const target = reachedOf(to);
  if (target > donated) return undefined;
  if (target >= 0) return target > reached ? mainLine.slice(reached + 1, target + 1) : undefined;
  // Ends outside the main line: returned and unpriced imply that the goods arrived, cancelled does not.
  if (to === 'cancelled') return [to];
  return [...mainLine.slice(reached + 1, mainLine.indexOf('goods-received') + 1), to];
}

/** Whether a recorded result may be taken back with its batch: not after its money was remitted. */
export function canReverseResult(state: ApplicationState): boolean {
  return includes(['appraised', 'donated', 'cancelled', 'returned', 'unpriced'], state);
}

/** Progress of the statutory check of the seller's identity. */
export type IdentityCheck = 'not-needed' | 'due' | 'submitted' | 'approved' | 'rejected';

/** Only goods for a fund are bought, so only they can need the check (docs/product.md, Identity check). */
export function needsIdentityCheck(kind: 'direct' | 'fund', amountYen: number): boolean {
  return kind === 'fund' && amountYen >= identityCheckFromYen;
}

/** Whether an appraised application may become a donation; false while it is on hold for the identity check. */
export function mayDonate(application: {
  kind: 'direct' | 'fund';
  amountYen: number;
  identity: IdentityCheck;
}): boolean {
  const { kind, amountYen, identity } = application;
  return !needsIdentityCheck(kind, amountYen) || identity === 'approved';
}

function includes<T extends string>(list: readonly T[], value: string): value is T {
  return (list as readonly string[]).includes(value);
}
