"""All tables of this process: setting them up, finding them, what there is to play, how much anybody may want."""
