/**
 * Links that listen themselves: what hears them may lead where they say, or elsewhere. Where one of a listener's links was
 * led where it says, others that were not have met a redirect, as of a guard that asks for a login: that is what they
 * lead to in the end, and no other link.
 */
export declare class FollowedLinks {
    #private;
    isKnown(place: string): boolean;
    /**
     * A link was followed.
     *
     * @param strayed where it led, if that is not where it says
     * @returns addresses that its listener's links lead to beside those that they say
     */
    follow(place: string, strayed: string | undefined): readonly string[];
    /** The same of listeners of which no link was led where it says, when no more are followed. */
    end(): readonly string[];
}
