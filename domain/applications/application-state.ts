/**
 * The states of an application: the main line in order, thanks that can be read, then the three other
 * ends.
 */
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

/** The states of a donation when all goes well: the timeline that the donor sees. */
export const mainLine = applicationStates.slice(0, 6) as readonly ApplicationState[];

/** Whether a kit is sent for an application, or the donor packs a carton of their own. */
export type WithKit = { needsKit: boolean };

/** The main line of one application: no kit leaves for a donor's own carton. */
export const mainLineOf = ({ needsKit }: WithKit): readonly ApplicationState[] =>
  mainLine.filter((state) => needsKit || state !== 'kit-sent');

/** How far along the main line a state is; -1 beside it. What was thanked for is at its end. */
export const reachedOf = (state: ApplicationState): number =>
  mainLine.indexOf(state === 'thanked' ? 'remitted' : state);

/**
 * The stage of an application in a donor's history: under way, given, or ended without a donation.
 */
export const applicationStages = ['under-way', 'donated', 'ended'] as const;
export type ApplicationStage = (typeof applicationStages)[number];

/** The stage of an application in this state. */
export function stageOf({ state }: { state: ApplicationState }): ApplicationStage {
  const reached = reachedOf(state);
  if (reached < 0) return 'ended';
  return reached < mainLine.indexOf('donated') ? 'under-way' : 'donated';
}

/** The states that belong to a stage. */
export const statesOf = (stage: ApplicationStage): ApplicationState[] =>
  applicationStates.filter((state) => stageOf({ state }) === stage);

/**
 * The name of a state on the donor's timeline (`label`), in the admin area (`admin`), and
 * the message to the donor on entering it (`message`).
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

/** What a donor who packs a carton of their own is told when they have applied. */
export const ownCartonMessage =
  'お申し込みを受け付けました。お品物をご自分の箱に詰め、印刷したラベルを貼ってお送りください。';

/** The facts of a state for one application. */
export const stateFactsOf = (state: ApplicationState, { needsKit }: WithKit) => {
  const facts = applicationStateFacts[state];
  return needsKit || state !== 'applied' ? facts : { ...facts, message: ownCartonMessage };
};

/** Shown instead of the state's message while an appraised fund application is on hold. */
export const onHoldMessage =
  '査定が終わりました。法律により、寄付の前に本人確認が必要です。お手続きをお願いします。';
export const onHoldAdminLabel = '本人確認待ち';

/** The actor of a step; a donor may be a guest with the mailed token. */
export type StepActor = 'donor' | 'operator' | 'system';

/**
 * The steps that exist. A donor alone cancels before the kit leaves; afterwards the operator does.
 * The system takes the steps that a result file or an approved identity check implies, the one to 送金済み, which
 * follows from the bank's answer, and the one to thanks, which the organisation's words lead to (docs/product.md).
 * `receive-unsent` is for boxes that come although no kit was noted as sent: of a donor's own carton, or, by the
 * system, of whoever was scanned.
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

const usual: WithKit = { needsKit: true };

/** The steps that `who` may take from a state. A hand sends no kit that nobody asked for, nor leaves out one. */
export function allowedSteps(
  state: ApplicationState,
  who: StepActor,
  { needsKit }: WithKit = usual,
): ApplicationStep[] {
  const barred = !needsKit ? 'send-kit' : who === 'operator' ? 'receive-unsent' : undefined;
  return applicationSteps.filter(
    (step) =>
      step !== barred && includes(transitions[step].by, who) && next(state, step) !== undefined,
  );
}

/** The state after a step, or undefined where the step does not exist. */
export function next(state: ApplicationState, step: ApplicationStep): ApplicationState | undefined {
  return includes(transitions[step].from, state) ? transitions[step].to : undefined;
}

/** States in which a donor may still cancel. */
export const cancellable: readonly ApplicationState[] = transitions.cancel.from;

/** Address and date may be corrected until the kit leaves. */
export function canCorrect(state: ApplicationState): boolean {
  return state === 'applied';
}

/**
 * The states to enter, in order, so that a result that ends in `to` can be recorded from `from`;
 * all but the last are steps that were skipped. Undefined where a result is refused:
 * from donated on, and from the ends cancelled, returned and unpriced. No kit was skipped where none was due.
 */
export function stepsTo(
  from: ApplicationState,
  to: ApplicationState,
  application: WithKit = usual,
): ApplicationState[] | undefined {
  return lineTo(from, to)?.filter((state) => application.needsKit || state !== 'kit-sent');
}

function lineTo(from: ApplicationState, to: ApplicationState): ApplicationState[] | undefined {
  const reached = reachedOf(from);
  const donated = mainLine.indexOf('donated');
  if (reached < 0 || reached >= donated) return undefined;
  const target = reachedOf(to);
  if (target > donated) return undefined;
  if (target >= 0) return target > reached ? mainLine.slice(reached + 1, target + 1) : undefined;
  // An end beside the main line: returned and unpriced imply that the goods came, cancelled does
  // not.
  if (to === 'cancelled') return [to];
  return [...mainLine.slice(reached + 1, mainLine.indexOf('goods-received') + 1), to];
}

/** Whether a recorded result may be taken back with its batch: not once money was sent on. */
export function canReverseResult(state: ApplicationState): boolean {
  return includes(['appraised', 'donated', 'cancelled', 'returned', 'unpriced'], state);
}

/** How far the lawful check of the seller's identity is. */
export type IdentityCheck = 'not-needed' | 'due' | 'submitted' | 'approved' | 'rejected';

/** From this total on, a purchase of second-hand goods needs an identity check (古物営業法). */
export const identityCheckFromYen = 10_000;

/** Only a fund's goods are bought, so only they can need the check (docs/product.md, Identity check). */
export function needsIdentityCheck(kind: 'direct' | 'fund', amountYen: number): boolean {
  return kind === 'fund' && amountYen >= identityCheckFromYen;
}

/** Whether an appraised application may become a donation, or is on hold for the identity check. */
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
