import { targetOf } from './frame-act.js';
/** Those of some acts, from the first on, that are done in one document and do not undo each other. */
export function compatible(among, most) {
    const [first] = among;
    const opened = new Set();
    const isCompatible = ({ planned, group }) => {
        const isHold = planned.act[1] === 'hold';
        if (planned.frame !== first?.planned.frame || isHold !== (first.planned.act[1] === 'hold'))
            return false;
        const opens = group.isApart ? 'one of several lists' : planned.opens;
        const isFree = opens === undefined || !opened.has(opens);
        if (opens !== undefined)
            opened.add(opens);
        return isFree;
    };
    return among.filter(isCompatible).slice(0, most);
}
/** The target that an act is done to. */
export const keyOf = ({ planned: { frame, act } }) => targetOf(frame, act[0]);
/** Which of many is tried: one that calls itself otherwise than those that were, if there is one. */
export const pickOf = (group) => {
    const isOther = ({ planned }) => !group.labels.has(planned.label);
    const first = sampleOf(group);
    if (group.acts[first] === undefined || isOther(group.acts[first]))
        return first;
    return Math.max(0, group.acts.findIndex(isOther));
};
/** The same by where it stands: at first one from each end and one from the middle, as what they lack few of the others have. */
const sampleOf = ({ acts, fresh, fruitless }) => {
    if (fresh > 0 || acts.length < 3 || acts[0]?.isRenewed)
        return 0;
    return fruitless === 1 ? acts.length - 1 : fruitless === 2 ? acts.length >> 1 : 0;
};
//# sourceMappingURL=attempt.js.map