/** Days for which an invitation, a role or a recovery makes one person of who gave and who got it. */
export const linkedForDays = 30;
/** Days that who can decide since lately waits, in a service that is as old. */
export const newDeciderDays = 7;

/** Why a vote is not another person's. */
export const notAnotherMessages = {
  one: `依頼した方やご本人と、この${linkedForDays}日以内に招待・役割・2段階認証の解除でつながった方と、同じメールボックスの方は、もう1人として判断できません。ほかの方の承認をお待ちください。`,
  new: `承認できる役割になって${newDeciderDays}日たっていないか、役割になる前の依頼のため、まだ判断できません。ほかの方の承認をお待ちください。`,
} as const;
