/** Days during which an invitation, a role change or a recovery makes the two people involved count as one. */
export const linkedForDays = 30;
/** Days before a new decider may decide, in a service at least that old. */
export const newDeciderDays = 7;

/** Reasons why a vote does not count as a second person's. */
export const ineligibleVoterMessages = {
  one: `依頼した方やご本人と、この${linkedForDays}日以内に招待・役割・2段階認証の解除でつながった方と、同じメールボックスの方は、もう1人として判断できません。ほかの方の承認をお待ちください。`,
  new: `承認できる役割になって${newDeciderDays}日たっていないか、役割になる前の依頼のため、まだ判断できません。ほかの方の承認をお待ちください。`,
} as const;
