/** The year in which the service began, shown in every footer: alone, since every page loads it. */
export const beganInYear = 2017;
