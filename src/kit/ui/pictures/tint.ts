/** A colour family of the tokens. */
export type Tint = 'sky' | 'honey' | 'coral' | 'leaf' | 'sand' | 'plum';

/** The soft background of each family; ink and the family's own text colour are readable on it. */
export const tintGround: Record<Tint, string> = {
  sky: 'bg-sky-soft',
  honey: 'bg-honey-soft',
  coral: 'bg-coral-soft',
  leaf: 'bg-leaf-soft',
  sand: 'bg-sand',
  plum: 'bg-plum-soft',
};
