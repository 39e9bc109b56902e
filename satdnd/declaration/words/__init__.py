"""The words of steps: what declared kinds say by default, and sentences that several kinds share."""
