/** A target in one of them. */
export const targetOf = (frame, target) => `${frame.id} ${target}`;
//# sourceMappingURL=frame-act.js.map