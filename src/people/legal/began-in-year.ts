/** Year in which the service began, shown in every footer; a separate module, since every page loads it. */
export const beganInYear = 2017;
