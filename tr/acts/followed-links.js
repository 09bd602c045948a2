/** Links with one listener that must have led elsewhere than they say, and none where it says, for that to be its way. */
const MOST_STRAYS = 3;
/**
 * Links that listen themselves: what hears them may lead where they say, or elsewhere. Where one of a listener's links was
 * led where it says, others that were not have met a redirect, as of a guard that asks for a login: that is what they
 * lead to in the end, and no other link.
 */
export class FollowedLinks {
    /** Places of listeners of which no more links are followed: it is known what they do. */
    #known = new Set();
    /** Where links were led instead, by the place of their listener. */
    #strays = new Map();
    isKnown(place) {
        return this.#known.has(place);
    }
    /**
     * A link was followed.
     *
     * @param strayed where it led, if that is not where it says
     * @returns addresses that its listener's links lead to beside those that they say
     */
    follow(place, strayed) {
        const strays = this.#strays.get(place) ?? new Set();
        if (strayed !== undefined)
            this.#strays.set(place, strays.add(strayed));
        if (strayed !== undefined && strays.size < MOST_STRAYS)
            return [];
        this.#known.add(place);
        this.#strays.delete(place);
        return strayed === undefined ? [] : [...strays];
    }
    /** The same of listeners of which no link was led where it says, when no more are followed. */
    end() {
        const strays = [...this.#strays.values()].flatMap((of) => [...of]);
        this.#strays.clear();
        return strays;
    }
}
//# sourceMappingURL=followed-links.js.map