/** States of a pay-out, derived from the remittance that carries it. */
export const payoutStates = ['decided', 'sent', 'arrived', 'came-back', 'withdrawn'] as const;
export type PayoutState = (typeof payoutStates)[number];

export const payoutStateLabels: Record<PayoutState, string> = {
  decided: '決定',
  sent: '送金中',
  arrived: '送金済み',
  'came-back': '組戻し・再送金待ち',
  withdrawn: '取り消し',
};

/** Labels for visitors. */
export const publicPayoutLabels: Record<PayoutState, string> = {
  decided: 'お送りする準備をしています',
  sent: 'お送りしています',
  arrived: '届きました',
  'came-back': 'もう一度お送りします',
  withdrawn: '取り消しました',
};

/** The last remittance of a pay-out; `state` is null until a run takes it. */
export type Carrier = { state: string | null; hasComeBack: boolean; isWithdrawn: boolean };

/** A pay-out whose run is not yet at the bank is decided, or came back if an earlier transfer was returned. */
export function payoutStateOf({ state, hasComeBack, isWithdrawn }: Carrier): PayoutState {
  if (isWithdrawn) return 'withdrawn';
  if (state === 'confirmed') return 'arrived';
  if (state === 'sent') return 'sent';
  return hasComeBack || state === 'returned' ? 'came-back' : 'decided';
}
